// @module-tag many-runs
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '#lib/store/store.ts';
import { runs } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { findingsOf } from '../support/crash-findings.ts';
import { writeUntilGone } from '../support/crash-writers.ts';
import type { Ledger, Target } from '../support/crash-writers.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const CRASHES = runs(2);
const WRITERS = 8;

let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  server = await newServerProcess();
  target = { ...server, url: `http://${server.address}` };
});

afterAll(() => server.remove());

/** Resolves once this number of further writes is acknowledged. */
async function untilAcknowledged(ledger: Ledger, more: number): Promise<void> {
  const enough = ledger.acknowledged.length + more;
  await until(() => expect(ledger.acknowledged.length).toBeGreaterThanOrEqual(enough));
}

/** The faults in the database, read as the next process would. */
async function findings(ledger: Ledger): Promise<string[]> {
  return [...(await findingsOf(ledger)), ...(await verify())];
}

it('keeps every acknowledged write and no partial one, however often the server is killed', async () => {
  const ledger: Ledger = { known: new Map(), acknowledged: [] };
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await server.start();
    const writers = Array.from({ length: WRITERS }, () => writeUntilGone(target, ledger));
    const gone = Promise.all(writers);
    await Promise.race([untilAcknowledged(ledger, 5 + Math.floor(Math.random() * 60)), gone]);
    await server.end('SIGKILL');
    await gone;
    expect(await findings(ledger)).toEqual([]);
  }
  expect(ledger.acknowledged.length).toBeGreaterThan(CRASHES * 5);
  await server.start();
  const { status } = await fetch(`${target.url}/readyz`);
  expect(status).toBe(200);
});
