/**
 * The addresses that the installation has been known by. A token of its own
 * stays good when the address changes, and the command line may issue one
 * before the server has ever said where it listens.
 */
import { config } from '#lib/config.ts';
import { prepared, transaction } from '#lib/store/database.ts';

const PREFIX = 'url:';
const LAST = 'last-url';

/** Remembers an address; `last` is set where the server itself listens there. */
export async function recordUrl(url: string, last = false): Promise<void> {
  const keys = last ? [PREFIX + url, LAST] : [PREFIX + url];
  await transaction(async (tx) => {
    for (const key of keys) {
      await tx.setting.upsert({
        where: { key },
        create: { key, value: url },
        update: { value: url },
      });
    }
  });
}

/** The address at which the server last ran, if it ever did. */
export function lastUrl(): string | null {
  const row = prepared(`SELECT "value" FROM "Setting" WHERE "key" = ?`).get(LAST);
  return row === undefined ? null : (row as { value: string }).value;
}

/** Every address that the installation is or was known by. */
export function ownUrls(): string[] {
  const rows = prepared(`SELECT "value" FROM "Setting" WHERE "key" GLOB '${PREFIX}*'`).all();
  return [...new Set([config().url, ...(rows as { value: string }[]).map(({ value }) => value)])];
}

export function isOwnUrl(url: string): boolean {
  if (url === config().url) return true;
  return prepared(`SELECT 1 FROM "Setting" WHERE "key" = ?`).get(PREFIX + url) !== undefined;
}
