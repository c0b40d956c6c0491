/**
 * A process that warns of keys that expire soon. The environment configures it. It prints `ready`,
 * checks after a line of input, and ends.
 */
import { once } from 'node:events';
import { mailSent } from '#lib/mail/outbox.ts';
import { warnOfEndingKeys } from '#lib/service/identity-keys/warnings.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';

await openDatabase();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
await warnOfEndingKeys();
await mailSent(50_000);
await closeDatabase();
process.exit(0);
