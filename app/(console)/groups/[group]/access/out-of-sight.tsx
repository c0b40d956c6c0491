import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';
import { parentUid, rootOf } from '#lib/client/paths.ts';

export interface OutOfSightProps {
  group: string;
  grants: Grants | undefined;
  /** Whether the list includes bindings of the groups above. */
  isInherited: boolean;
  /** Whether all bindings were read that could make another one redundant. */
  isComplete: boolean;
}

/** Says which rows the list cannot show, so that a missing row is not taken for no access. */
export function OutOfSight({ group, grants, isInherited, isComplete }: OutOfSightProps) {
  const root = rootOf(group);
  const isHidden =
    isInherited &&
    parentUid(group) !== null &&
    grants !== undefined &&
    !isGranted(grants, root, 'role_bindings.list');
  const notes = [
    isHidden && 'Groups above may have bindings that apply here and that you cannot see.',
    !isComplete && 'There are too many bindings to check which ones add nothing.',
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} role="note" className="pb-2 text-sm text-ink-2">
      {note}
    </p>
  ));
}
