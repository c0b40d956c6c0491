/** The networks as typed, and as the API takes them. */
export const networksOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
