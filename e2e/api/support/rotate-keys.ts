/**
 * Rotates all keys of the data folder repeatedly until it is killed; prints `rotated` after each
 * rotation.
 */
import { KEY_KINDS, rotate } from '#lib/service/keys/change-keys.ts';
import { openDatabase } from '#lib/store/store.ts';

await openDatabase();
process.stdout.write('ready\n');
for (;;) {
  await rotate(KEY_KINDS);
  process.stdout.write('rotated\n');
}
