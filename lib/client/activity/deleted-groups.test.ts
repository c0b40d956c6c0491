import { expect, it } from 'vitest';
import { deletedGroupsQuery } from '#lib/client/activity/deleted-groups.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';

const deletion = (resource: string, before?: Record<string, unknown>) =>
  ({ resource, before }) as AuditEvent;

it('takes the names of deleted groups from the records of their deletion', () => {
  const events = [deletion('a/b', { name: 'payments' }), deletion('a/c'), deletion('a/d', {})];
  const page = { auditEvents: events, nextPageToken: '', totalCount: '3', skipped: 0 };
  expect(deletedGroupsQuery('a', true).select?.(page)).toEqual(new Map([['a/b', 'payments']]));
});
