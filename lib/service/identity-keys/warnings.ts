/** Warns people by e-mail about keys that expire soon, while there is time to replace them. */
import { standingOf } from '#lib/auth/matching/blocked.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import type { Message } from '#lib/mail/message.ts';
import { postNotice } from '#lib/mail/outbox.ts';
import { KEY_TOPIC, keyWarningMail, type EndingKey } from '#lib/mail/warnings.ts';
import { periodically } from '#lib/periodically.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import {
  all,
  any,
  atMost,
  is,
  isIn,
  lessThan,
  moreThan,
  type Predicate,
} from '#lib/store/predicates.ts';
import { committed, transaction, type Reads } from '#lib/store/store.ts';
import { addressesFor } from './recipients.ts';

type Key = RowOf<'IdentityKey'>;

const TICK_MS = 60_000;
const HOUR_MS = 60 * TICK_MS;
const DAY_MS = 24 * HOUR_MS;
const WARNING_DAYS = [14, 1];
/** So many keys at a time keep the messages, and how many wait to be sent, within bounds. */
const MOST_AT_A_TIME = 200;

/**
 * Looks for keys that expire soon while the server runs: once an hour, so that messages are few.
 *
 * @returns ends it. Warnings that were found before are posted.
 */
export function scheduleKeyWarnings(): () => Promise<void> {
  let lastHour = 0;
  return periodically(TICK_MS, 'cannot warn of keys that expire', async () => {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== lastHour && (await warnOfEndingKeys())) lastHour = hour;
  });
}

/**
 * The warning that is due, as the number of days before the end; null for none. One that would come
 * in the first half of the life of a key is not due at all: whoever made it knows.
 */
function dueWarning({ createTime, expirationTime, warnedDays }: Key, now: number): number | null {
  const end = expirationTime.getTime();
  const life = end - createTime.getTime();
  const isDue = (days: number) => end - now <= days * DAY_MS && 2 * days * DAY_MS < life;
  const last = Math.min(...WARNING_DAYS.filter(isDue));
  const isNew = warnedDays === null || last < warnedDays;
  return end > now && Number.isFinite(last) && isNew ? last : null;
}

/** The keys that have a warning due, and others that are about to end, which have none. */
const whereMayBeDue = (now: number) =>
  all(
    moreThan('expirationTime', new Date(now)),
    any(
      ...WARNING_DAYS.map((days) =>
        all(
          atMost('expirationTime', new Date(now + days * DAY_MS)),
          // A key made for fewer days than this would be warned about as soon as it is made.
          lessThan('createTime', new Date(now - days * DAY_MS)),
          any(is('warnedDays', null), moreThan('warnedDays', days)),
        ),
      ),
    ),
  );

/** Those that end first come first. */
const keysWhere = async (reads: Reads, where: Predicate<ColumnOf<'IdentityKey'>>): Promise<Key[]> =>
  reads.getAll('IdentityKey', await reads.uids('IdentityKey', where, 'expirationTime'));

async function dueKeys(reads: Reads, now: number): Promise<Key[]> {
  const found = await keysWhere(reads, whereMayBeDue(now));
  return found.filter((key) => dueWarning(key, now) !== null);
}

/**
 * Sends the due warnings, in one message for each person. No process sends a warning again that one
 * has begun to send.
 *
 * @returns false if more may be due.
 */
export async function warnOfEndingKeys(): Promise<boolean> {
  if (config().mail === undefined) return true;
  const now = Date.now();
  const due: string[] = [];
  for (const key of await dueKeys(committed, now)) {
    if (due.length === MOST_AT_A_TIME) break;
    // A key of somebody who is blocked does nothing that could end.
    const { isStopped, blockedIn } = await standingOf([key.identityUid]);
    if (!isStopped && !blockedIn.includes(rootUid(key.identityUid))) due.push(key.uid);
  }
  if (due.length > 0) await send(await take(due, now));
  return due.length < MOST_AT_A_TIME;
}

/** The keys that this process took before any other did. */
function take(uids: readonly string[], now: number): Promise<Key[]> {
  return transaction(async (tx) => {
    const keys = (await dueKeys(tx, now)).filter(({ uid }) => uids.includes(uid));
    for (const warnedDays of WARNING_DAYS) {
      const taken = keys.filter((key) => dueWarning(key, now) === warnedDays);
      const whereTaken = isIn(
        'uid',
        taken.map(({ uid }) => uid),
      );
      await tx.note('IdentityKey', whereTaken, { warnedDays });
    }
    return keys;
  });
}

/** One message to each person about the keys of each organization. */
async function send(keys: readonly Key[]): Promise<void> {
  for (const [root, some] of Map.groupBy(keys, ({ uid }) => rootUid(uid))) {
    const byAddress = new Map<string, string[]>();
    for (const key of some) {
      for (const address of await addressesFor(key)) {
        byAddress.set(address, [...(byAddress.get(address) ?? []), key.uid]);
      }
    }
    postNotice({
      what: 'warning: keys that end',
      root,
      topic: KEY_TOPIC,
      recipients: async () => [...byAddress.keys()],
      write: (to) => written(to, byAddress.get(to) ?? []),
    });
  }
}

/** Reads again, for a key may be deleted while its message waits. */
async function written(address: string, uids: readonly string[]): Promise<Message | null> {
  const keys = await keysWhere(committed, isIn('uid', uids));
  const parents = [...new Set(keys.map(({ parent }) => parent))];
  const groups = await committed.getAll('Group', parents);
  const names = new Map(groups.map(({ uid, name }) => [uid, name]));
  const ending = keys.map((key): EndingKey => {
    const group = { uid: key.parent, name: names.get(key.parent) ?? '' };
    return { ...key, identity: key.identity.name, group };
  });
  return ending.length === 0 ? null : keyWarningMail(address, ending);
}
