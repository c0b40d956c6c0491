/** Temporary databases for data that may not fit into memory. They leave no files behind. */
export { FirstContents } from './sqlite/scratch/first-contents.ts';
export { openGroupedTexts } from './sqlite/scratch/grouped-texts.ts';
export type { GroupedTexts, Row } from './sqlite/scratch/grouped-texts.ts';
export { isNoRoomError, whileRoom } from './sqlite/scratch/scratch.ts';
