import { afterEach, beforeEach, expect, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { pruneExpired } from '#lib/service/record/retention.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { it } from '../fixtures.ts';
import { recordIn } from '../support/chains.ts';
import { rowsIn } from '../support/database.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  await rowsIn('Setting').delete({ where: { key: 'audit-retention' } });
  Object.assign(config(), { auditRetention: 10 * DAY_MS });
});

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A chain of an organization that no longer exists, with a record a day. */
async function newChain(days: number): Promise<string> {
  const chain = newRootUid();
  for (let day = 1; day <= days; day += 1) {
    await recordIn(chain);
    pass(DAY_MS);
  }
  await chainAndSign();
  return chain;
}

const sequences = async (chain: string) =>
  (await rowsIn('AuditEvent').findMany({ where: { chain }, orderBy: { sequence: 'asc' } })).map(
    ({ sequence }) => sequence,
  );

it('removes what is older once a day, and leaves a signed checkpoint', async () => {
  const chain = await newChain(15);
  await pruneExpired();
  // The last record is that of the pruning.
  expect(await sequences(chain)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  await chainAndSign();
  const { findings, checkpoint } = await verifyChain(chain);
  expect([findings, checkpoint?.sequence]).toEqual([[], 5]);
  pass(DAY_MS - HOUR_MS);
  await pruneExpired();
  expect((await sequences(chain))[0]).toBe(6);
  pass(HOUR_MS);
  await pruneExpired();
  expect((await sequences(chain))[0]).toBe(7);
});

it('is done by one process, and by another one if that dies', async () => {
  const chain = await newChain(12);
  const notes = () =>
    rowsIn('AuditEvent').count({ where: { chain, type: 'grove.iam.audit_event.deleted.v1' } });
  await Promise.all([pruneExpired(), pruneExpired(), pruneExpired()]);
  expect(await notes()).toBe(1);
  const died = { holder: 'another', begun: Date.now() + DAY_MS, isDone: false };
  await rowsIn('Setting').update({
    where: { key: 'audit-retention' },
    data: { value: JSON.stringify(died) },
  });
  pass(DAY_MS + HOUR_MS - 1);
  await chainAndSign();
  await pruneExpired();
  expect(await notes()).toBe(1);
  pass(1);
  await pruneExpired();
  expect(await notes()).toBe(2);
});

it('keeps everything for ever unless it is asked to', async () => {
  Object.assign(config(), { auditRetention: null });
  const chain = await newChain(12);
  await pruneExpired();
  expect(await sequences(chain)).toHaveLength(12);
});
