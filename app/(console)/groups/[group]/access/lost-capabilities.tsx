import { useQuery } from '@tanstack/react-query';
import {
  capabilitiesText,
  familiesText,
} from '#app/(console)/groups/[group]/access/binding-words.ts';
import { counted } from '#lib/client/counted.ts';
import { groups } from '#lib/client/resources/queries.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

interface Props {
  /** The binding that is removed or changed. */
  binding: RoleBinding;
  /** The capabilities that nothing else grants at the group of the binding. */
  capabilities: readonly string[];
}

/** What the identity of a binding loses: first in how many groups. Bindings in groups below are not known here. */
export function LostCapabilities({ binding: { identity, group }, capabilities }: Props) {
  const below = useGroupsBelow(group.uid);
  return (
    <>
      {below > 0 && (
        <p className="font-medium">
          <bdi>{identity.name}</bdi>
          {` also loses it in ${counted(below, ['other group', 'other groups'])} below `}
          <bdi>{group.name}</bdi>, unless another binding grants the same there.
        </p>
      )}
      <p>
        <bdi>{identity.name}</bdi>
        {` immediately loses ${capabilitiesText(capabilities.length)} in `}
        <bdi>{group.name}</bdi>:
      </p>
      <p className="font-mono text-sm text-ink-2">{familiesText(capabilities)}</p>
    </>
  );
}

/** How many groups below the caller can see. */
function useGroupsBelow(uid: string): number {
  const { data } = useQuery(groups.list({ 'uidp.descendants_of': uid, page_size: '1' }));
  return Number(data?.totalCount ?? 0);
}
