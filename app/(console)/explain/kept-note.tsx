import { type AccessPath, keptAfter } from '#app/(console)/explain/access-path.ts';
import { GrantNames } from '#app/(console)/groups/[group]/access/grant-names.tsx';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

interface Props {
  path: AccessPath;
  capability: string;
  groupName: string;
  /** The binding that is about to be removed. */
  binding: RoleBinding;
}

/** Says whether the identity keeps the capability once the binding is removed. */
export function KeptNote({ path, capability, groupName, binding }: Props) {
  const { verdict, by } = keptAfter(path, binding);
  const who = <bdi>{binding.identity.name}</bdi>;
  const group = <bdi>{groupName}</bdi>;
  switch (verdict) {
    case 'keeps':
      return (
        <>
          {who} keeps {capability} in {group}: <GrantNames bindings={by} /> also grants it.
        </>
      );
    case 'may keep':
      return (
        <>
          {who} may keep {capability} by a binding that is not listed.
        </>
      );
    case 'loses':
      return (
        <>
          {who} then no longer has {capability} in {group}.
        </>
      );
  }
}
