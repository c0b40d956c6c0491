/**
 * Events that may come many times a second: failed sign-ins, exchanged tokens, denied attempts.
 * They are counted in memory and written once a second, so that no request waits for them and no
 * response time reveals what was written.
 */
import { isApiError } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { sharesOf } from '#lib/limits/shares.ts';
import { counts } from '#lib/counts.ts';
import { logError } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { transaction, type Transaction } from '#lib/store/store.ts';
import { recordJoined } from './attempts.ts';
import { keyOf, withSums, type Counted, type LaterEntry } from './sums.ts';

const INTERVAL_MS = 1_000;
/** Different ones that are written at once. */
const MOST = 1_000;
/** Writes that wait for the one before. Past that, some attempts are counted only. */
const MOST_WAITING = 20;

interface Pending {
  entries: Map<string, Counted>;
  timer: NodeJS.Timeout | null;
  /** The writes so far, one after the other. */
  writing: Promise<void>;
  waiting: number;
}

const pending = perProcess<Pending>('joinedEvents', () => ({
  entries: new Map(),
  timer: null,
  writing: Promise.resolve(),
  waiting: 0,
}));

/** Counts an event in memory. It is written with the next joined records, at the latest within a second. */
export function recordLater(entry: LaterEntry, count = 1): void {
  keep({ entry, count });
  const { entries, waiting } = pending.value;
  if (entries.size >= MOST && waiting < MOST_WAITING) void writeJoined();
}

function keep({ entry, count }: Counted): void {
  const { entries } = pending.value;
  const key = keyOf(entry);
  const known = entries.get(key);
  if (known !== undefined) known.count += count;
  else if (entries.size < MOST) entries.set(key, { entry, count });
  else counts.attemptsUnrecorded += count;
  writeSoon();
}

function writeSoon(): void {
  const current = pending.value;
  current.timer ??= setTimeout(() => {
    current.timer = null;
    if (current.waiting < MOST_WAITING) void writeJoined();
    else writeSoon();
  }, INTERVAL_MS).unref();
}

/** Writes all that is counted, later if the database is busy or away. Never rejects. */
export function writeJoined(): Promise<void> {
  const current = pending.value;
  clearTimeout(current.timer ?? undefined);
  current.timer = null;
  const counted = [...current.entries.values()];
  current.entries.clear();
  if (counted.length === 0) return current.writing;
  current.waiting += 1;
  current.writing = current.writing
    .then(() => transaction((tx) => writeAll(tx, counted)))
    .catch((error: unknown) => {
      logError('cannot record events of access', error);
      const isLater = isApiError(error) && error.status === 'UNAVAILABLE';
      for (const one of counted) {
        if (isLater) keep(one);
        else counts.attemptsUnrecorded += one.count;
      }
    })
    .then(() => {
      current.waiting -= 1;
    });
  return current.writing;
}

async function writeAll(tx: Transaction, counted: readonly Counted[]): Promise<void> {
  const groups = new Set(counted.flatMap(({ entry: { group } }) => [group, rootUid(group)]));
  const there = await tx.getAll('Group', [...groups]);
  const names = new Map(there.map(({ uid, name }) => [uid, name]));
  const shares = await sharesOf(names.keys(), tx);
  for (const { entry, count } of withSums(counted, names, shares)) await write(tx, entry, count);
}

async function write(tx: Transaction, later: LaterEntry, count: number): Promise<void> {
  const { isOfIdentity = false, ...entry } = later;
  if (!isOfIdentity) return recordJoined(tx, entry, count);
  const identity = await tx.get('Identity', entry.resource);
  if (identity === null) return;
  await recordJoined(tx, { ...entry, after: { name: identity.name } }, count);
}
