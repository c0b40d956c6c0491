/** How much room the data takes, and how much is left. */
import { stat, statfs } from 'node:fs/promises';
import { config } from '#lib/config.ts';
import { copies } from '#lib/store/store.ts';

/** The bytes of the database and its log (WAL); 0 if it is not a file. */
export async function databaseBytes(): Promise<number> {
  if (copies === null) return 0;
  const file = copies.databaseFile();
  const sizes = [file, `${file}-wal`].map((path) =>
    stat(/* turbopackIgnore: true */ path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The disk of the data folder, and what this process may still write, in bytes. */
export async function dataDisk(): Promise<{ total: number; free: number }> {
  const { bsize, blocks, bavail } = await statfs(/* turbopackIgnore: true */ config().dataDir);
  return { total: bsize * blocks, free: bsize * bavail };
}
