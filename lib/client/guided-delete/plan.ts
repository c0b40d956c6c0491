/** The order in which a group and its contents are deleted. Pure. */
import { STAGES } from '#lib/client/guided-delete/kinds.ts';
import { parentUid } from '#lib/client/paths.ts';

export interface Doomed {
  collection: string;
  uid: string;
  name: string;
}

/** A group with its direct contents. Each stage waits for the earlier ones. */
export interface Unit {
  group: Doomed;
  stages: readonly (readonly Doomed[])[];
}

const WITHIN = STAGES.map(({ collection }) => collection).filter((name) => name !== 'groups');

/**
 * The groups with their contents, the deepest first, so that a group comes after all groups below
 * it.
 *
 * @param items of one subtree, in any order; items outside its groups are ignored.
 */
export function planDeletion(items: readonly Doomed[]): Unit[] {
  const isGroup = ({ collection }: Doomed) => collection === 'groups';
  const others = items.filter((item) => !isGroup(item));
  const held = Map.groupBy(others, ({ uid }) => parentUid(uid) ?? '');
  return items
    .filter(isGroup)
    .sort((a, b) => b.uid.length - a.uid.length || (a.uid < b.uid ? -1 : 1))
    .map((group) => {
      const within = Map.groupBy(held.get(group.uid) ?? [], ({ collection }) => collection);
      const stages = WITHIN.map((collection) => within.get(collection) ?? []);
      return { group, stages: stages.filter((stage) => stage.length > 0) };
    });
}

export interface BoundRole {
  uid: string;
  role: { uid: string };
}

/**
 * Whether a binding must be deleted separately. That is true only for a binding of a custom role in
 * the role's own group, because it keeps the role in use. Bindings below are deleted with their
 * groups, which come earlier.
 */
export const holdsOwnRole = ({ uid, role }: BoundRole): boolean =>
  parentUid(role.uid) !== null && parentUid(role.uid) === parentUid(uid);
