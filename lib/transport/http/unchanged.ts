/** Which resources answer a GET with 304 where the client has them (RFC 9110, 13.1.2). */
import type { ResourceType } from '#lib/resources/define.ts';

/**
 * The types whose answers show nothing but the resource's own row. Answers of other types also change
 * without a new revision: they show names of related resources, or when an identity was last seen.
 */
const SHOWING_ONLY_OWN_ROW: readonly ResourceType[] = [
  'Group',
  'Role',
  'AccountAssociation',
  'SavedView',
  'Advisory',
];

export const mayBeUnchanged = (type: ResourceType): boolean => SHOWING_ONLY_OWN_ROW.includes(type);
