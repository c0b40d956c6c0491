/** What is typed into one field, separated by spaces or commas, as the API takes it. */
export const typedList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
