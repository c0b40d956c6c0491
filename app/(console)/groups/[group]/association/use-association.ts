'use client';

import { useQuery } from '@tanstack/react-query';
import { associationOfQuery } from '#lib/client/resources/account-associations.ts';

/** The account association of the group itself. Null if there is none, undefined while it loads. */
export function useAssociation(group: string) {
  const result = useQuery(associationOfQuery(group));
  const association = result.data && (result.data.accountAssociations[0] ?? null);
  return { ...result, association };
}
