/** What every host opens before it answers anybody, does in the background, and closes at its end. */
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { writeJoined } from '#lib/audit/joined.ts';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { completeRestore } from '#lib/backup/restore.ts';
import { startBackups, stopBackups } from '#lib/backup/schedule.ts';
import { config } from '#lib/config.ts';
import { stopCounting } from '#lib/limits/request-rates.ts';
import { logInfo } from '#lib/log.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { isNear } from '#lib/net/near.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { joinSpellings } from '#lib/service/advisories/join-spellings.ts';
import { deliverEvents } from '#lib/service/events/webhooks/job.ts';
import { scheduleDomainChecks } from '#lib/service/groups/domain-checks.ts';
import { scheduleEndedBindings } from '#lib/service/groups/ended-bindings.ts';
import { scheduleKeyWarnings } from '#lib/service/identity-keys/warnings.ts';
import { protectKeys } from '#lib/service/keys/encryption-keys.ts';
import { setupLink } from '#lib/service/people/setup.ts';
import { keepRecord } from '#lib/service/record/upkeep.ts';
import { scheduleAheadChecks } from '#lib/service/requests/ahead.ts';
import { attachTags } from '#lib/service/registries/attach-tags.ts';
import { startSyncs, stopSyncs } from '#lib/service/registries/background-syncs.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { exportSpans } from '#lib/tracing/export.ts';
import { listenForMetrics } from '#lib/transport/metrics/endpoint.ts';
import { noteHosted } from './hosted.ts';
import { sayReady } from './ready-line.ts';

/** How long messages that were caused before the end are still sent. */
const MAIL_MS = 5_000;

/** @throws OperatorError where the settings or the data folder do not allow it. */
export async function openGrove() {
  noteHosted();
  // V8 would let the garbage of an import grow to three times of all the rest before it collects it.
  setFlagsFromString('--heap-growing-percent=50');
  const { url } = config();
  completeRestore();
  await openDatabase();
  await protectKeys();
  // Before anybody lists advisories.
  const joined = await joinSpellings();
  if (joined > 0)
    logInfo(`Joined ${joined} advisories with others of the same package`, { joined });
  const attached = await attachTags();
  if (attached > 0) logInfo(`Attached ${attached} tags of cosign to their images`, { attached });
  // next-auth reads these variables when it loads.
  Object.assign(process.env, { NEXTAUTH_URL: url, NEXTAUTH_SECRET: secrets().session });
  const stopExport = await exportSpans(isNear);
  startBackups();
  const metrics = await listenForMetrics();
  let stopRecord: (() => Promise<void>) | undefined;
  let stopDomainChecks: typeof stopRecord;
  let stopEndedBindings: typeof stopRecord;
  let stopKeyWarnings: typeof stopRecord;
  let stopDeliveries: typeof stopRecord;
  let stopAheadChecks: typeof stopRecord;
  return {
    async start() {
      await recordUrl(url, true);
      startSyncs();
      stopRecord = keepRecord();
      stopDomainChecks = scheduleDomainChecks();
      stopEndedBindings = scheduleEndedBindings();
      stopKeyWarnings = scheduleKeyWarnings();
      stopDeliveries = deliverEvents();
      stopAheadChecks = scheduleAheadChecks();
    },
    /**
     * Says on the terminal that Grove is ready, with the link that creates the first organization.
     *
     * @param listening where it listens, if it is known: people may reach it elsewhere, through a proxy.
     */
    async announce(listening?: AddressInfo) {
      const link = await setupLink();
      sayReady(listening);
      if (link !== null) logInfo(`Create the first organization at ${link}`);
    },
    /** Ends the jobs, writes what waits to be written, and closes the database. */
    async close() {
      await stopKeyWarnings?.();
      await stopDeliveries?.();
      await mailSent(MAIL_MS);
      await Promise.all([stopSyncs(), stopBackups(), writeV1Callers(), writeJoined()]);
      await Promise.all([stopDomainChecks?.(), stopEndedBindings?.(), stopAheadChecks?.()]);
      await stopRecord?.();
      metrics?.close();
      await stopExport?.();
      await stopCounting();
      await closeDatabase();
    },
  };
}
