/** The text of one field, separated by spaces or commas, as the list that the API takes. */
export const typedList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
