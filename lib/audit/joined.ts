/**
 * Events that may come many times a second: failed sign-ins, exchanged tokens, what was denied. They
 * are counted in memory and written once a second, so that no request waits for them, or tells by
 * its time what was written.
 */
import { isApiError } from '#lib/aip/errors.ts';
import { logError } from '#lib/log.ts';
import { transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';
import { recordJoined } from './record.ts';
import type { AuditEntry } from './record.ts';

const INTERVAL_MS = 1_000;
/** Different ones between two writes. Past that, some are not recorded. */
const MOST = 1_000;

/** An entry, which may take the name of the identity that is its resource, and falls with that. */
export type LaterEntry = AuditEntry & { isOfIdentity?: boolean };

interface Counted {
  entry: LaterEntry;
  count: number;
}

interface Pending {
  entries: Map<string, Counted>;
  timer: NodeJS.Timeout | null;
  /** The writes so far, one after the other. */
  writing: Promise<void>;
}

const shared = globalThis as typeof globalThis & { groveJoinedEvents?: Pending };

const pending = (): Pending =>
  (shared.groveJoinedEvents ??= { entries: new Map(), timer: null, writing: Promise.resolve() });

export const recordLater = (entry: LaterEntry): void => keep({ entry, count: 1 });

function keep({ entry, count }: Counted): void {
  const { entries } = pending();
  const { actor, type, group, result, network = '' } = entry;
  const key = JSON.stringify([actor, type, group, result, network]);
  const known = entries.get(key);
  if (known !== undefined) known.count += count;
  else if (entries.size < MOST) entries.set(key, { entry, count });
  pending().timer ??= setTimeout(() => void writeJoined(), INTERVAL_MS).unref();
}

/** Writes all that is counted, later if the database is busy or away. Never rejects. */
export function writeJoined(): Promise<void> {
  const current = pending();
  clearTimeout(current.timer ?? undefined);
  current.timer = null;
  const counted = [...current.entries.values()];
  current.entries.clear();
  if (counted.length === 0) return current.writing;
  current.writing = current.writing
    .then(() =>
      transaction(async (tx) => {
        for (const { entry, count } of counted) await write(tx, entry, count);
      }),
    )
    .catch((error: unknown) => {
      logError('cannot record events of access', error);
      if (isApiError(error) && error.status === 'UNAVAILABLE') for (const one of counted) keep(one);
    });
  return current.writing;
}

async function write(tx: Transaction, later: LaterEntry, count: number): Promise<void> {
  const { isOfIdentity = false, ...entry } = later;
  if (!isOfIdentity) return recordJoined(tx, entry, count);
  const identity = await tx.get('Identity', entry.resource);
  if (identity === null) return;
  await recordJoined(tx, { ...entry, after: { name: identity.name } }, count);
}
