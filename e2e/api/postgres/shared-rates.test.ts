import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../support/database.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask } from './cluster-clients.ts';

const QUOTA = 60;
const RATES = { GROVE_RATE_LIMITS_OFF: '0', GROVE_RATE_WRITE: `${QUOTA}/3600` };

let installation: ServerProcess;
let one: { address: string };
let other: { address: string };

beforeAll(async () => {
  installation = await newServerProcess();
  const [first, second] = [await installation.beside(RATES), await installation.beside(RATES)];
  await Promise.all([first.start(), second.start()]);
  [one, other] = [first, second];
});

afterAll(() => installation.remove());

/** A request that counts as a write and writes nothing. */
async function write({ address }: { address: string }): Promise<number> {
  const caller = { url: `http://${address}`, token: installation.token };
  return (await ask(caller, 'POST', `/iam/v2beta1/groups/${installation.rootUid}`, {})).status;
}

it('counts what a caller spends at each process for all of them', async () => {
  const statuses = [];
  for (let count = 0; count <= QUOTA; count += 1) statuses.push(await write(one));
  expect(statuses).toEqual([...Array.from({ length: QUOTA }, () => 400), 429]);

  let allowed = 0;
  while ((await write(other)) === 400) {
    allowed += 1;
    expect(allowed).toBeLessThan(QUOTA / 2);
    await wait(250);
  }
  expect(allowed).toBeGreaterThan(0);
  const rows = await query<{ key: string }>('SELECT "key" FROM "RequestBucket"');
  // The buckets of the caller and of the client network.
  expect(rows.length).toBe(2);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});
