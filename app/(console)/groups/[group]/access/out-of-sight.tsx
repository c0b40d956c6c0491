import { type Grants, isGranted } from '#lib/client/access/capabilities.ts';
import { parentUid } from '#lib/client/paths.ts';

export interface OutOfSightProps {
  group: string;
  grants: Grants | undefined;
  /** Whether bindings of the groups above are asked for. */
  isInherited: boolean;
  /** Whether all was looked at that could make a binding redundant. */
  isComplete: boolean;
}

/** What the list cannot tell, so that nobody takes silence for an answer. */
export function OutOfSight({ group, grants, isInherited, isComplete }: OutOfSightProps) {
  const root = group.split('/')[0] ?? group;
  const isHidden =
    isInherited &&
    parentUid(group) !== null &&
    grants !== undefined &&
    !isGranted(grants, root, 'role_bindings.list');
  const notes = [
    isHidden && 'There may be bindings further up that hold here and that you may not see.',
    !isComplete && 'There are too many bindings to tell of each whether it is redundant.',
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} role="note" className="pb-2 text-sm text-ink-2">
      {note}
    </p>
  ));
}
