import type { AuditEventJson } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import { CREATE_ORDERS, defineResource } from './define.ts';
import type { RowOf } from './rows.ts';

export const auditEvent = defineResource<AuditEventJson, RowOf<'AuditEvent'>>({
  type: 'AuditEvent',
  orders: CREATE_ORDERS,
  defaultOrder: 'created_at desc',
  filters: {
    actor: { kind: 'equals', column: 'actor' },
    resource: { kind: 'equals', column: 'resource' },
    type: { kind: 'equals', column: 'type' },
    result: { kind: 'equals', column: 'result' },
    network: { kind: 'equals', column: 'network' },
    credential: { kind: 'equals', column: 'credential' },
    since: { kind: 'since', column: 'createTime' },
    until: { kind: 'until', column: 'createTime' },
  },
  fieldsOf: (row) => ({
    type: row.type,
    actor: row.actor,
    identities: row.identities,
    issuer: row.issuer,
    subject: row.subject,
    requestId: row.requestId,
    operation: row.operation,
    resource: row.resource,
    group: row.parent ?? '',
    result: row.result,
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
    ...(row.count === 1 ? {} : { count: row.count }),
    ...(row.network === null ? {} : { network: row.network }),
    ...(row.userAgent === null ? {} : { userAgent: row.userAgent }),
    ...(row.credential === null ? {} : { credential: row.credential }),
  }),
});
