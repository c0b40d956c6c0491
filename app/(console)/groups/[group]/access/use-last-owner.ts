import { useQuery } from '@tanstack/react-query';
import { lasts } from '#lib/client/access/binding-times.ts';
import { ownersQuery } from '#lib/client/access/bindings.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';

const REASON =
  'The organization would have no owner. Bind the owner role to another identity at its root first.';

/**
 * Why bindings cannot go, where the last owner goes with them. False where the caller cannot know it, or sees that
 * another one stays. A blocked owner counts as one here, so that the server may still refuse.
 *
 * @param uid of what goes; null if nothing does.
 * @param isLeaving whether an owner's binding goes with it.
 */
export function useLastOwner(
  uid: string | null,
  isLeaving: (binding: RoleBinding) => boolean,
): string | false {
  const { data } = useQuery({ ...ownersQuery(uid ?? ''), enabled: uid !== null });
  if (data === undefined || Number(data.totalCount) > data.roleBindings.length) return false;
  const owners = data.roleBindings.filter(
    (binding) => binding.unconfirmedTime === undefined && lasts(binding),
  );
  return owners.length > 0 && owners.every(isLeaving) && REASON;
}

export const isOwnerRole = (uid: string): boolean => uid === builtInRole('owner').uid;

/** Whether the binding makes an owner of the organization, if it is at its root. */
export const isOwning = ({ role }: RoleBinding): boolean => isOwnerRole(role.uid);
