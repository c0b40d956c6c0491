/** Records in chains of organizations that no longer exist. */
import { programActor, recordAudit, type AuditEntry } from '#lib/audit/record.ts';
import { transaction } from '#lib/store/store.ts';

/** A change of the group, as records have it. */
export const entryOf = (group: string, after: AuditEntry['after'] = {}): AuditEntry => ({
  ...programActor('a test'),
  type: 'grove.iam.group.updated.v1',
  operation: 'update',
  resource: group,
  group,
  after,
});

/** Adds a record to the chain, which is hashed and signed later. */
export const recordIn = (chain: string, after?: AuditEntry['after']): Promise<unknown> =>
  transaction((tx) => recordAudit(tx, entryOf(chain, after)));
