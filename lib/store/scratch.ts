/** Temporary databases, for more than memory should hold. Nothing of them stays. */
export { FirstContents } from './sqlite/scratch/first-contents.ts';
export { openGroupedTexts } from './sqlite/scratch/grouped-texts.ts';
export type { GroupedTexts, Row } from './sqlite/scratch/grouped-texts.ts';
export { isNoRoomError, whileRoom } from './sqlite/scratch/scratch.ts';
