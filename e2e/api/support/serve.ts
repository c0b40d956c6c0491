/**
 * The HTTP server without pages in its own process, which can be killed or stopped. The environment
 * configures it; it prints `ready` when it listens.
 */
import './cheap.ts';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { completeRestore } from '#lib/backup/restore.ts';
import { config } from '#lib/config.ts';
import { stopCounting } from '#lib/limits/request-rates.ts';
import { onStopSignal } from '#lib/stop-signal.ts';
import { joinSpellings } from '#lib/service/advisories/join-spellings.ts';
import { deliverEvents } from '#lib/service/events/webhooks/job.ts';
import { protectKeys } from '#lib/service/keys/encryption-keys.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { createGroveServer } from '#lib/transport/server/node.ts';

const { url, host, port } = config();
completeRestore();
await openDatabase();
await protectKeys();
await joinSpellings();
const server = createGroveServer();
await server.listen(port, host);
onStopSignal(async () => {
  await server.close();
  await stopDeliveries();
  await writeV1Callers();
  await stopCounting();
  await closeDatabase();
  process.exit(0);
});
await recordUrl(url, true);
const stopDeliveries = deliverEvents();
// This closes when the parent process ends, even if it was killed.
process.stdin.resume().on('close', () => process.exit(1));
process.stdout.write('ready\n');
