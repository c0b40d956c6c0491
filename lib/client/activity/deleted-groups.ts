import { queryOptions } from '@tanstack/react-query';
import type { Names } from '#lib/client/resources/names.ts';
import { type AuditEvent, auditEvents } from '#lib/client/resources/resources.ts';

const nameOf = ({ resource, before }: AuditEvent): [string, string][] => {
  const name = before?.['name'];
  return typeof name === 'string' ? [[resource, name]] : [];
};

/**
 * The last names of deleted groups, from the newest records of deletions.
 *
 * @param group one of them, or a group above them.
 */
export function deletedGroupsQuery(group: string, isWanted: boolean) {
  const deletions = auditEvents.list({
    'uidp.descendants_of': group,
    type: 'grove.iam.group.deleted.v1',
    result: 'OK',
    page_size: '200',
  });
  return queryOptions({
    ...deletions,
    select: ({ auditEvents: found }): Names => new Map(found.flatMap(nameOf)),
    enabled: isWanted,
  });
}
