/** Records what ends by itself: keys, invites and role bindings. Nobody writes anything at their end. */
import { z } from 'zod';
import { parentUid } from '#lib/aip/uid.ts';
import { eventOf, programActor, recordAll } from '#lib/audit/record.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identityKey } from '#lib/resources/identity-key.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { all, any, atLeast, atMost, is, moreThan } from '#lib/store/predicates.ts';
import { committed, transaction, type Reads } from '#lib/store/store.ts';

const ENDING = [identityKey, groupInvite, roleBinding] as const;
type Ending = 'IdentityKey' | 'GroupInvite' | 'RoleBinding';

const KEY = 'expiries';
/** Few enough that nobody waits long for a turn to write. */
const AT_A_TIME = 200;

/** The last end of each kind that was recorded, in milliseconds, and what it was of. */
const ends = z.partialRecord(
  z.enum(['IdentityKey', 'GroupInvite', 'RoleBinding']),
  z.strictObject({ time: z.number(), uid: z.string() }),
);

type Ends = z.infer<typeof ends>;

async function lastEnds(reads: Reads): Promise<Ends> {
  const setting = await reads.first('Setting', is('key', KEY));
  return setting === null ? {} : ends.parse(JSON.parse(setting.value));
}

/** Those that ended after the last one, the first ones first. */
async function dueOf(reads: Reads, type: Ending, last: Ends[Ending], now: Date): Promise<string[]> {
  if (last === undefined) return [];
  const time = new Date(last.time);
  const where = all(
    // PostgreSQL would look at all that has ever ended.
    atLeast('expirationTime', time),
    atMost('expirationTime', now),
    any(
      moreThan('expirationTime', time),
      all(is('expirationTime', time), moreThan('uid', last.uid)),
    ),
  );
  const order = { column: 'expirationTime', descending: false } as const;
  const rows = await reads.find(type, where, { order, limit: AT_A_TIME });
  return rows.map(({ uid }) => uid);
}

/** What ended before Grove knew of ends is not recorded. */
export async function recordExpiries(): Promise<void> {
  const now = await committed.now();
  const last = await lastEnds(committed);
  for (const { type } of ENDING) {
    const ending = type as Ending;
    const isDue = (await dueOf(committed, ending, last[ending], now)).length > 0;
    if (isDue || last[ending] === undefined) await transaction((tx) => record(tx, ending, now));
  }
}

type Tx = Parameters<Parameters<typeof transaction>[0]>[0];

/** Another process may have done it meanwhile. */
async function record(tx: Tx, type: Ending, now: Date): Promise<void> {
  const last = await lastEnds(tx);
  const rows = await tx.getAll(type, await dueOf(tx, type, last[type], now));
  const definition = ENDING.find((one) => one.type === type) ?? identityKey;
  await recordAll(
    tx,
    rows.map((row) => ({
      ...programActor('expiry'),
      ...eventOf(definition, 'expire', row.uid, parentUid(row.uid)),
      before: definition.toJson(row),
    })),
  );
  const end = rows.at(-1);
  if (end === undefined && last[type] !== undefined) return;
  const time = end?.expirationTime?.getTime() ?? now.getTime();
  const next: Ends = { ...last, [type]: { time, uid: end?.uid ?? '' } };
  await tx.put('Setting', { key: KEY, value: JSON.stringify(next) });
}
