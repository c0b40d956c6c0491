/** The id of an option in its list, by which the field says which one is marked. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;
