/** The order in which a group and everything in it is deleted: pure. */
import { STAGES } from '#lib/client/guided-delete/kinds.ts';
import { parentUid } from '#lib/client/paths.ts';

/** One resource that is to be deleted. */
export interface Doomed {
  collection: string;
  uid: string;
  name: string;
}

/** A group with what it holds itself; what is in a later stage waits for the earlier ones. */
export interface Unit {
  group: Doomed;
  stages: readonly (readonly Doomed[])[];
}

const depthOf = (uid: string) => uid.split('/').length;

const WITHIN = STAGES.map(({ collection }) => collection).filter((name) => name !== 'groups');

/**
 * The groups with what each holds, the deepest first, so that a group comes after all below it.
 *
 * @param items of one subtree, in any order; what lies in no group among them is left out.
 */
export function planDeletion(items: readonly Doomed[]): Unit[] {
  const held = new Map<string, Doomed[]>();
  const groups: Doomed[] = [];
  for (const item of items) {
    if (item.collection === 'groups') {
      groups.push(item);
      continue;
    }
    const parent = parentUid(item.uid) ?? '';
    const beside = held.get(parent);
    if (beside) beside.push(item);
    else held.set(parent, [item]);
  }
  return groups
    .map((group) => ({ group, depth: depthOf(group.uid) }))
    .sort((a, b) => b.depth - a.depth || (a.group.uid < b.group.uid ? -1 : 1))
    .map(({ group }) => ({ group, stages: stagesOf(held.get(group.uid) ?? []) }));
}

function stagesOf(items: readonly Doomed[]): Doomed[][] {
  return WITHIN.map((collection) => items.filter((item) => item.collection === collection)).filter(
    (stage) => stage.length > 0,
  );
}

export interface BoundRole {
  uid: string;
  role: { uid: string };
}

/**
 * Whether a binding has to be deleted by itself: only one in the very group whose own role it
 * binds keeps something, namely that role. Those below go with their groups, before it.
 */
export const holdsOwnRole = ({ uid, role }: BoundRole): boolean =>
  parentUid(role.uid) !== null && parentUid(role.uid) === parentUid(uid);
