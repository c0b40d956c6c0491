/** The id of an option in its list; the field refers to the highlighted one by it. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;
