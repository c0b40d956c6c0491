/** The newest changes to what a group holds. */
import type { JsonObject } from '#lib/aip/json.ts';
import { auditType } from '#lib/audit/record.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { Operation } from '#lib/resources/operations.ts';
import { all, below, isIn } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';
import { DOMAIN_TYPES } from './domain-checks.ts';
import { POLICY_UPDATED } from './policy.ts';

const SHOWN = 8;

const OPERATIONS: readonly Operation[] = [
  'create',
  'update',
  'delete',
  'import',
  'sync',
  'accept',
  'block',
  'unblock',
];

const OF_RESOURCES = RESOURCES.flatMap((definition) =>
  OPERATIONS.map((operation) => auditType(definition, operation)),
);

/** Leaves out sign-ins and other uses of access, of which there may be many more. */
const IS_CHANGE = all(
  isIn('type', [...OF_RESOURCES, ...DOMAIN_TYPES, POLICY_UPDATED]),
  isIn('result', ['OK', 'PERMISSION_DENIED']),
);

/** The newest changes in the group and below it, and attempts that were denied. */
export async function recentChanges(reads: Reads, group: string): Promise<JsonObject[]> {
  const order = { column: 'createTime', descending: true } as const;
  const where = all(below(group), IS_CHANGE);
  const rows = await reads.find('AuditEvent', where, { order, limit: SHOWN });
  return rows.map((row) => auditEvent.toJson(row));
}
