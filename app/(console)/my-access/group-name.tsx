import { Link } from '#components/ui/buttons/link.tsx';
import { groupPath, parentUid } from '#lib/client/paths.ts';
import type { Names } from '#lib/client/resources/names.ts';

interface GroupNameProps {
  group: { uid: string; name: string };
  /** Of the groups above. */
  names: Names;
}

/** "production in shop": groups of one name are common. */
export function GroupName({ group, names }: GroupNameProps) {
  const above = names.get(parentUid(group.uid) ?? '');
  return (
    <span className="wrap-anywhere">
      <Link href={groupPath(group.uid)}>{group.name}</Link>
      {above !== undefined && <span className="font-normal text-ink-2"> in {above}</span>}
    </span>
  );
}
