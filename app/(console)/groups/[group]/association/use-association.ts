'use client';

import { useQuery } from '@tanstack/react-query';
import { associationOfQuery } from '#lib/client/resources/account-associations.ts';

/** The account association of a group itself; null where it has none, undefined while it is read. */
export function useAssociation(group: string) {
  const result = useQuery(associationOfQuery(group));
  const association = result.data && (result.data.accountAssociations[0] ?? null);
  return { ...result, association };
}
