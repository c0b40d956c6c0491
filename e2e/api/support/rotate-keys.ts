/**
 * Rotates all keys of the data folder repeatedly until it is killed; prints `rotated` after each
 * rotation.
 */
import { KEY_KINDS, rotate } from '#lib/service/keys/change-keys.ts';
import { openDatabase } from '#lib/store/store.ts';

await openDatabase();
// The first one is slow, since Prisma plans its queries. The others are killed in the middle.
await rotate(KEY_KINDS);
process.stdout.write('ready\n');
for (;;) {
  await rotate(KEY_KINDS);
  process.stdout.write('rotated\n');
}
