import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { handles } from './database.ts';
import { planned } from './planned.ts';
import { Session } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-planned-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const HOW = `SELECT current_setting('plan_cache_mode') || ', ' || current_setting('enable_seqscan')
  || ', ' || current_setting('enable_bitmapscan') AS "how"`;

async function howPlanned(...asked: readonly (boolean | undefined)[]): Promise<string[]> {
  const plan = function* () {
    const told: string[] = [];
    for (const isFixed of asked) {
      const rows = yield* rowsOf<{ how: string }>(HOW, [], isFixed);
      told.push(...rows.map(({ how }) => how));
    }
    return told;
  };
  const { reading, statements } = handles();
  const session = new Session(await reading.connect(), statements);
  return (await planned(session, plan, 5_000)).result;
}

const SERVERS = 'auto, on, on';
const FIXED = 'force_generic_plan, off, off';
const VARYING = 'force_custom_plan, on, on';

it.each([
  { asked: [undefined, undefined], expected: [SERVERS, SERVERS] },
  { asked: [undefined, true, undefined], expected: [SERVERS, FIXED, FIXED] },
  { asked: [false, undefined, true, false], expected: [VARYING, VARYING, FIXED, VARYING] },
])('plans statements as they ask for: $asked', async ({ asked, expected }) => {
  expect(await howPlanned(...asked)).toEqual(expected);
  expect(await howPlanned(undefined)).toEqual([SERVERS]);
});
