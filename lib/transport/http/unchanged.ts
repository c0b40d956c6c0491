/** Which resources answer a GET with 304 where the client has them (RFC 9110, 13.1.2). */
import type { ResourceType } from '#lib/resources/define.ts';

/**
 * Others also show what changes without a new revision, such as names of related resources or when an
 * identity was last seen.
 */
const OF_THEIR_ROWS_ALONE: readonly ResourceType[] = [
  'Group',
  'Role',
  'AccountAssociation',
  'SavedView',
  'Advisory',
];

export const mayBeUnchanged = (type: ResourceType): boolean => OF_THEIR_ROWS_ALONE.includes(type);
