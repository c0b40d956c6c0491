import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { recordLater, writeJoined } from '#lib/audit/joined.ts';
import { recordAudit } from '#lib/audit/record.ts';
import type { AuditEntry } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { stopRecordBytes } from '#lib/limits/record-bytes.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, personWith } from '../support/people.ts';

const SUMMED = 'grove.iam.attempt.summed.v1';

beforeEach(() => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
});

afterEach(() => vi.useRealTimers());

/** An attempt of a caller without an identity in the organization of the group. */
const attempt = (group: string, actor: string, type = 'grove.iam.group.read.v1'): AuditEntry => ({
  actor,
  identities: [],
  issuer: 'https://idp.example.com',
  subject: actor,
  requestId: crypto.randomUUID(),
  network: '198.51.100.7',
  type,
  operation: 'get',
  resource: group,
  group,
  result: 'PERMISSION_DENIED',
});

async function recorded(actor: string): Promise<[type: string, group: string, count: number][]> {
  await writeJoined();
  const rows = await rowsIn('AuditEvent').findMany({ where: { actor } });
  return rows.map(({ type, parent, count }) => [type, parent, count]);
}

describe('attempts', () => {
  it('at things that do not exist share a record for each caller', async () => {
    const { uid, token } = await newPerson(grove);
    for (let time = 0; time < 30; time += 1) {
      const path = `/iam/v2beta1/groups/${newChildUid(grove.rootUid)}`;
      failure(await grove.get(path, { token }), 'PERMISSION_DENIED');
    }
    expect(await recorded(uid)).toEqual([[SUMMED, grove.rootUid, 30]]);
  });

  it('at organizations that do not exist push out no others', async () => {
    const group = await newGroup(grove, grove.rootUid);
    for (let time = 0; time < 3_000; time += 1) recordLater(attempt(newRootUid(), 'scanner'));
    recordLater(attempt(group, 'scanner'));
    expect(await recorded('scanner')).toEqual([['grove.iam.group.read.v1', group, 1]]);
  });

  it('that too many wait to be written are counted', async () => {
    const before = counts.attemptsUnrecorded;
    for (let time = 0; time < 23_000; time += 1) recordLater(attempt(newRootUid(), 'flood'));
    expect(counts.attemptsUnrecorded - before).toBe(2_000);
    expect(await recorded('flood')).toEqual([]);
    recordLater(attempt(grove.rootUid, 'flood'));
    expect(await recorded('flood')).toHaveLength(1);
  });

  it('of one caller beyond fifty different ones a minute share a record', async () => {
    const groups = await Promise.all(
      Array.from({ length: 60 }, () => newGroup(grove, grove.rootUid)),
    );
    const scan = async () => {
      for (const group of groups) recordLater(attempt(group, 'curious'));
      return recorded('curious');
    };
    await scan();
    const all = await scan();
    expect(all.filter(([type]) => type === SUMMED)).toEqual([[SUMMED, grove.rootUid, 20]]);
    expect(all.filter(([type, , count]) => type !== SUMMED && count === 2)).toHaveLength(50);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await scan()).toHaveLength(2 * 51);
    recordLater(attempt(groups[59] ?? '', 'another'));
    expect(await recorded('another')).toEqual([['grove.iam.group.read.v1', groups[59], 1]]);
  });
});

it('keeps 32 KiB of each side of a change, and size and hash of what is larger', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const of = (letter: string) => ({ name: 'large', notes: letter.repeat(60_000), size: letter });
  await transaction((tx) =>
    recordAudit(tx, { ...attempt(group, 'writer'), before: of('a'), after: of('b') }),
  );
  const { before, after } = await rowsIn('AuditEvent').findOnly({ where: { actor: 'writer' } });
  expect([before, after]).toEqual(
    ['a', 'b'].map((size) => ({
      name: 'large',
      notes: expect.stringMatching(
        '^left out: 60002 bytes of JSON, SHA-256 [0-9a-f]{64}$',
      ) as string,
      size,
    })),
  );
});

describe('the quota of an organization', () => {
  const quota = async (bytes: number | null) => {
    await stopRecordBytes();
    Object.assign(config(), { auditQuota: bytes });
  };

  afterEach(() => quota(null));

  const summed = async (root: string) =>
    (await recorded('audit quota')).filter(([, group]) => group === root);

  it('sums up attempts of all callers once it is used up', async () => {
    const root = String(ok(await grove.post('/iam/v2beta1/groups', { name: 'full' }))['uid']);
    const group = await newGroup(grove, root);
    await quota(1);
    for (const actor of ['one', 'two', 'three']) recordLater(attempt(group, actor));
    expect(await recorded('two')).toEqual([]);
    expect(await summed(root)).toEqual([[SUMMED, root, 3]]);
    recordLater(attempt(group, 'four'));
    expect(await summed(root)).toEqual([[SUMMED, root, 4]]);
  });

  it('is left to people of the organization by three quarters', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const { uid } = await personWith(grove, 'viewer', grove.rootUid);
    await quota(20_000);
    for (let time = 0; time < 20; time += 1) recordLater(attempt(group, `stranger ${time}`));
    recordLater({ ...attempt(group, uid), identities: [uid] });
    expect(await recorded(uid)).toEqual([['grove.iam.group.read.v1', group, 1]]);
    const [[, , strangers = 0] = []] = await summed(grove.rootUid);
    expect(strangers).toBeGreaterThan(10);
  });

  it('shortens changes once it is used up, and records each', async () => {
    const group = await newGroup(grove, grove.rootUid, 'in short');
    await quota(1);
    const description = 'x'.repeat(900);
    const path = `/iam/v2beta1/groups/${group}`;
    ok(await grove.patch(path, { description }));
    ok(await grove.patch(path, { description: 'short' }));
    const rows = await rowsIn('AuditEvent').findMany({
      where: { resource: group, type: 'grove.iam.group.updated.v1' },
      orderBy: { sequence: 'asc' },
    });
    expect(rows.map(({ after }) => after)).toMatchObject([
      { name: 'in short', description: expect.stringMatching('^left out: 902 bytes') as string },
      { name: 'in short', description: 'short' },
    ]);
  });
});
