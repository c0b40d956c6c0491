/** What jobs ask the database again and again. */
import { afterEach, expect, vi } from 'vitest';
import { recordExpiries } from '#lib/service/record/expiries.ts';
import { aheadChecks } from '#lib/service/requests/ahead.ts';
import { grove, it } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { newGroup, personWith } from '../support/people.ts';
import { ask, newRule, on, REQUESTS } from '../support/requests.ts';
import { rowsIn } from '../support/database.ts';
import { intercept } from '../../support/statements.ts';

const HOUR_MS = 3_600_000;

afterEach(() => vi.restoreAllMocks());

async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const texts: string[] = [];
  intercept((text, send) => {
    texts.push(text);
    return send();
  });
  await work();
  vi.restoreAllMocks();
  return texts;
}

/** A plan for any values does not see that what has ended before the last end cannot match. */
it('reads what ended since the last end alone, and no more of it than it records', async () => {
  await recordExpiries();
  const texts = await statementsOf(recordExpiries);
  const looks = texts.filter((text) => /"expirationTime" <= [^]*ORDER BY/.test(text));
  expect(looks).toHaveLength(3);
  for (const look of looks) {
    expect(look).toMatch(/"expirationTime" >= \$\d/);
    expect(look).toMatch(/LIMIT \$\d/);
  }
});

it('looks again at access that begins later only once rights have changed, or it begins', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const ruleUid = await newRule(grove, group);
  const owner = await personWith(grove, 'owner', group);
  const startTime = new Date(Date.now() + HOUR_MS).toISOString();
  const uids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const asker = await personWith(grove, 'viewer', group);
    const { uid } = ok(await ask(grove, group, ruleUid, asker, { startTime }));
    ok(await on(grove, 'approve', uid, owner));
    uids.push(String(uid));
  }
  const check = aheadChecks();
  const all = await statementsOf(check);
  expect(all.length).toBeGreaterThan(5 * uids.length);
  expect(await statementsOf(check)).toHaveLength(3);

  const [first = ''] = uids;
  const where = { uid: first };
  await rowsIn('AccessRequest').update({ where, data: { beginTime: new Date(Date.now() - 1) } });
  await check();
  expect(await rowsIn('AccessRequest').findFirst({ where })).toMatchObject({ isAhead: false });
  await rowsIn('RoleBinding').delete({ where: { identityUid: owner.uid } });
  await check();
  const states = uids.map(async (uid) => ok(await grove.get(`${REQUESTS}/${uid}`))['state']);
  expect(await Promise.all(states)).toEqual(['APPROVED', ...uids.slice(1).map(() => 'PENDING')]);
});
