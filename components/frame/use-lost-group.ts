import { useQuery } from '@tanstack/react-query';
import { isGone } from '#components/frame/gone.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';

/** How the group in the address was lost while it was open. */
export interface LostGroup {
  uid: string;
  name: string;
  isDeleted: boolean;
}

/** Undefined while the group in the address is there, or if it never was. */
export function useLostGroup(): LostGroup | undefined {
  const { group } = useScope();
  // The frame reads it. Here only its latest answer counts.
  const { data, error } = useQuery({ ...groupQuery(group ?? ''), enabled: false });
  if (!data || !isGone(error)) return undefined;
  return { uid: data.uid, name: data.name, isDeleted: error.httpStatus !== 403 };
}

/** Why nothing can be saved in a group that was lost. */
export const lostReason = ({ name, isDeleted }: LostGroup): string =>
  isDeleted ? `${name} was deleted` : `You may no longer see ${name}`;
