'use client';

import { useQuery } from '@tanstack/react-query';
import { accountAssociations } from '#lib/client/resources.ts';

/** As it is asked for; a group has at most one. */
export const ownQuery = (group: string) => ({ 'uidp.children_of': group, page_size: '1' });

/** The account association of a group itself; null where it has none, undefined while it is read. */
export function useAssociation(group: string) {
  const result = useQuery(accountAssociations.list(ownQuery(group)));
  const association = result.data && (result.data.accountAssociations[0] ?? null);
  return { ...result, association };
}
