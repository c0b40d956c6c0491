import { useQuery } from '@tanstack/react-query';
import { deletedGroupsQuery } from '#lib/client/activity/deleted-groups.ts';
import { type Names, namesQuery } from '#lib/client/resources/names.ts';

/**
 * The last names of deleted groups, if some of the groups have no name.
 *
 * @param top one of the groups, or a group above them.
 */
export function useDeletedGroups(top: string, groups: readonly string[]): Names | undefined {
  const { data: names } = useQuery(namesQuery('groups', groups));
  const isAnyUnseen = names !== undefined && groups.some((uid) => !names.has(uid));
  return useQuery(deletedGroupsQuery(top, isAnyUnseen)).data;
}
