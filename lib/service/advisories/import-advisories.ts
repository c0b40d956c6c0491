/** Fills a group with advisories from files. */
import type { JsonObject } from '#lib/aip/json.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { randomUUID } from 'node:crypto';
import { recordRun, type EventRun } from '#lib/audit/event-rows.ts';
import { type Actor, eventOf } from '#lib/audit/record.ts';
import { counts } from '#lib/counts.ts';
import { ImportReport } from '#lib/import/advisories/report.ts';
import { runImport, type ImportOptions } from '#lib/import/advisories/run.ts';
import { advisory } from '#lib/resources/advisory.ts';
import { IMPORTED } from '#lib/resources/event-types.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { renewed, type Call } from '#lib/service/calls/call.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { withSlot } from './file-concurrency.ts';

/**
 * Opens the sources only after the capability check.
 *
 * @throws ApiError PERMISSION_DENIED without `advisories.import` at the group;
 *   INVALID_ARGUMENT on `group_uid`; NOT_FOUND if there is no such group;
 *   RESOURCE_EXHAUSTED if the caller already runs as many imports as allowed.
 *   SourceError if the sources hold no record, or need too much memory.
 */
export function importAdvisories(call: Call, options: ImportOptions): Promise<JsonObject> {
  const groupUid = checkUid(options.groupUid, 'group_uid');
  return auditDenied(call, advisory, 'import', groupUid, async () => {
    requireCapability(call, 'advisories.import', groupUid);
    const requireAccess = async () =>
      requireCapability(await renewed(call), 'advisories.import', groupUid);
    return withSlot('imports', call, () =>
      importAs(actorOf(call, groupUid), { ...options, requireAccess }),
    );
  });
}

/** Imports for an actor whose capability was checked, or for an operator. Writes one audit record. */
export async function importAs(actor: Actor, options: ImportOptions) {
  const report = new ImportReport();
  const run = runOf(options.groupUid);
  try {
    await runImport({ ...options, run }, report);
  } catch (error) {
    if (!options.validateOnly) counts.importsFailed += 1;
    // Rows that were written before the failure stay, so the audit log records them too.
    if (report.counts.created + report.counts.updated > 0) await audit(actor, options, report, run);
    throw error;
  }
  await audit(actor, options, report, run);
  if (!options.validateOnly) {
    counts.importsSucceeded += 1;
    counts.advisoriesImported += report.counts.created + report.counts.updated;
    counts.advisoriesRejected += report.counts.rejected;
  }
  return report.toJson(options.validateOnly);
}

const runOf = (group: string): EventRun => ({
  run: `import ${group} ${randomUUID()}`,
  rest: { type: IMPORTED.id, subject: group },
});

async function audit(
  actor: Actor,
  { groupUid, validateOnly }: ImportOptions,
  report: ImportReport,
  { run }: EventRun,
): Promise<void> {
  if (validateOnly) return;
  const entry = {
    ...actor,
    ...eventOf(advisory, 'import', groupUid),
    after: { ...report.counts },
  };
  await transactionIn(groupUid, (tx) => recordRun(tx, entry, run));
}
