import type { ListQuery } from '#lib/client/resources/queries.ts';
import { accountAssociations } from '#lib/client/resources/resources.ts';

export const associationOfQuery = (group: string) =>
  accountAssociations.list({ 'uidp.children_of': group, page_size: '1' });

/** The group's own association is read directly; lists below are paged. */
export function associationsQuery(query: ListQuery) {
  const own = query['uidp.children_of'];
  return typeof own === 'string' ? associationOfQuery(own) : accountAssociations.list(query);
}
