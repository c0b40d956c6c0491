// @module-tag many-runs
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { hashAt } from '#lib/audit/chain.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { recordJoined } from '#lib/audit/attempts.ts';
import { recordAudit } from '#lib/audit/record.ts';
import type { AuditEntry } from '#lib/audit/record.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { pruneChain } from '#lib/service/record/prune.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { transaction } from '#lib/store/store.ts';
import { randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import { failure } from '../support/answers.ts';
import { entryOf, recordIn } from '../support/chains.ts';
import { query, rowsIn } from '../support/database.ts';
import { forgetKeptHeads } from '../support/kept-heads.ts';
import { newGroup, newPerson } from '../support/people.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A chain of records of an organization that no longer exists. */
async function newChain(length: number): Promise<string> {
  const chain = newRootUid();
  for (let number = 1; number <= length; number += 1) await recordIn(chain, { number });
  await chainAndSign();
  return chain;
}

const rowsOf = (chain: string) =>
  rowsIn('AuditEvent').findMany({ where: { chain }, orderBy: { sequence: 'asc' } });

async function at(chain: string, sequence: number): Promise<RowOf<'AuditEvent'>> {
  return rowsIn('AuditEvent').findOnly({ where: { chain, sequence } });
}

const move = (uid: string, sequence: number) =>
  query('UPDATE "AuditEvent" SET "sequence" = ? WHERE "uid" = ?', sequence, uid);

async function findings(chain: string, noted?: string) {
  const { findings: found } = await verifyChain(chain, noted);
  return found.map(({ problem, sequence, uid }) => [problem, sequence, uid]);
}

/** Computes the hashes of the chain from a record on, as Grove does. */
async function rewriteFrom(chain: string, first: number): Promise<void> {
  let previous = first === 1 ? '' : ((await at(chain, first - 1)).hash ?? '');
  for (const row of (await rowsOf(chain)).slice(first - 1)) {
    const hash = hashAt(row, { chain, sequence: row.sequence ?? 0, previous });
    await query('UPDATE "AuditEvent" SET "hash" = ? WHERE "uid" = ?', hash, row.uid);
    previous = hash;
  }
}

it('chains what the API records, in one chain for each organization', async () => {
  const group = await newGroup(grove, grove.rootUid);
  const person = await newPerson(grove, group);
  await chainAndSign();
  const rows = await rowsOf(grove.rootUid);
  expect(rows.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining([grove.rootUid, group, person.uid]),
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  const { head, records, pending } = await verifyChain(grove.rootUid);
  expect(head).toMatchObject({ sequence: rows.length, hash: rows.at(-1)?.hash });
  expect([records, pending]).toEqual([rows.length, 0]);
  expect(await findings(grove.rootUid)).toEqual([]);
});

it('chains joined attempts when their minute is over, with their final count', async () => {
  const minute = Math.ceil(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ now: minute, toFake: ['Date'] });
  const group = await newGroup(grove, grove.rootUid);
  const { uid } = await newPerson(grove);
  const token = await grove.token(uid);
  for (let time = 0; time < 3; time += 1) {
    const denied = await grove.post(`/iam/v2beta1/groups/${group}`, { name: 'x' }, { token });
    failure(denied, 'PERMISSION_DENIED');
    await writeJoined();
    await chainAndSign();
  }
  const of = { where: { parent: group, result: 'PERMISSION_DENIED' } };
  expect(await rowsIn('AuditEvent').findOnly(of)).toMatchObject({ count: 3, chain: '' });
  expect(await verifyChain(grove.rootUid)).toMatchObject({ pending: 1, findings: [] });
  vi.setSystemTime(minute + 60_000);
  await chainAndSign();
  const { uid: joined, sequence } = await rowsIn('AuditEvent').findOnly(of);
  expect(sequence).toBeGreaterThan(0);
  expect(await verifyChain(grove.rootUid)).toMatchObject({ pending: 0, findings: [] });
  await query('UPDATE "AuditEvent" SET "count" = 2 WHERE "uid" = ?', joined);
  expect(await findings(grove.rootUid)).toEqual([['CHANGED', sequence, joined]]);
  await query('UPDATE "AuditEvent" SET "count" = 3 WHERE "uid" = ?', joined);
});

it('chains the records of earlier versions', async () => {
  const chain = await newChain(600);
  await query(
    `UPDATE "AuditEvent" SET "chain" = '', "sequence" = NULL, "hash" = NULL, "createTime" = "createTime" - 60000
     WHERE "chain" = ?`,
    chain,
  );
  await query('DELETE FROM "ChainHead" WHERE "chain" = ?', chain);
  forgetKeptHeads();
  await recordIn(chain);
  await chainAndSign();
  expect(await verifyChain(chain)).toMatchObject({ records: 601, pending: 0, findings: [] });
});

describe('verifying', () => {
  it('names a changed record', async () => {
    const chain = await newChain(5);
    const { uid } = await at(chain, 3);
    await query(`UPDATE "AuditEvent" SET "after" = '{"number":4}' WHERE "uid" = ?`, uid);
    expect(await findings(chain)).toEqual([['CHANGED', 3, uid]]);
  });

  it('hashes the content of JSON, not its form', async () => {
    const chain = await newChain(2);
    await recordIn(chain, { b: 1, a: 'é' });
    const { uid } = await at(chain, 3);
    const text = String.raw`{ "a": "\u00e9", "b": 1.0 }`;
    await query(`UPDATE "AuditEvent" SET "after" = ? WHERE "uid" = ?`, text, uid);
    expect(await findings(chain)).toEqual([]);
  });

  it('names a changed record that was hashed again', async () => {
    const chain = await newChain(5);
    const { uid } = await at(chain, 3);
    const row = { ...(await at(chain, 3)), actor: 'nobody' };
    const previous = (await at(chain, 2)).hash ?? '';
    const hash = hashAt(row, { chain, sequence: 3, previous });
    await query(
      'UPDATE "AuditEvent" SET "actor" = ?, "hash" = ? WHERE "uid" = ?',
      row.actor,
      hash,
      uid,
    );
    const next = await at(chain, 4);
    expect(await findings(chain)).toEqual([['CHANGED', 4, next.uid]]);
    const [finding] = (await verifyChain(chain)).findings;
    expect(finding?.detail).toContain('or record 3 was changed with its hash');
  });

  it('names missing records, at the end as well', async () => {
    const chain = await newChain(7);
    for (const sequence of [3, 4, 7]) {
      const { uid } = await at(chain, sequence);
      await query('DELETE FROM "AuditEvent" WHERE "uid" = ?', uid);
    }
    expect(await findings(chain)).toEqual([
      ['MISSING', 3, ''],
      ['MISSING', 7, ''],
    ]);
  });

  it('names reordered records', async () => {
    const chain = await newChain(6);
    const [one, other] = [await at(chain, 3), await at(chain, 4)];
    await move(one.uid, -1);
    await move(other.uid, 3);
    await move(one.uid, 4);
    expect(await findings(chain)).toEqual([
      ['REORDERED', 3, other.uid],
      ['REORDERED', 4, one.uid],
    ]);
  });

  it('names inserted records', async () => {
    const chain = await newChain(4);
    for (const { uid, sequence } of (await rowsOf(chain)).slice(-2).toReversed()) {
      await move(uid, (sequence ?? 0) + 1);
    }
    const forged = { ...(await at(chain, 1)), uid: `${chain}/0123456789abcdef`, sequence: 3 };
    await rowsIn('AuditEvent').create(forged);
    const nowhere = { ...forged, uid: `${chain}/fedcba9876543210`, sequence: null };
    await rowsIn('AuditEvent').create(nowhere);
    expect(await findings(chain)).toEqual(
      expect.arrayContaining([
        ['INSERTED', 3, forged.uid],
        ['INSERTED', 0, nowhere.uid],
      ]),
    );
  });

  it('finds a chain that was hashed again by its signed head, and does not sign it', async () => {
    const chain = await newChain(5);
    await query(
      `UPDATE "AuditEvent" SET "actor" = 'nobody' WHERE "uid" = ?`,
      (await at(chain, 2)).uid,
    );
    await rewriteFrom(chain, 2);
    expect(await findings(chain)).toEqual([['REWRITTEN', 5, '']]);
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await recordIn(chain);
    await chainAndSign();
    expect(log.mock.calls.join()).toContain(`the record of ${chain} is not signed`);
    log.mockRestore();
    expect(await findings(chain)).toEqual([['REWRITTEN', 5, '']]);
  });

  it('needs nothing but a head that was noted', async () => {
    const chain = await newChain(3);
    const noted = (await at(chain, 3)).hash ?? '';
    await recordIn(chain);
    expect(await findings(chain, noted)).toEqual([]);
    await rewriteFrom(chain, 1);
    expect(await findings(chain, noted)).toEqual([]);
    await query(
      `UPDATE "AuditEvent" SET "actor" = 'nobody' WHERE "uid" = ?`,
      (await at(chain, 1)).uid,
    );
    await rewriteFrom(chain, 1);
    await query('DELETE FROM "ChainHead" WHERE "chain" = ?', chain);
    forgetKeptHeads();
    expect(await findings(chain)).toEqual([]);
    expect(await findings(chain, noted)).toEqual([['UNKNOWN_HEAD', 0, '']]);
  });
});

describe('pruning', () => {
  const aging = (chain: string, last: number) =>
    query(
      'UPDATE "AuditEvent" SET "createTime" = 0 WHERE "chain" = ? AND "sequence" <= ?',
      chain,
      last,
    );

  /** A chain whose first records are of 1970. */
  async function agedChain(length: number, last: number): Promise<string> {
    const chain = await newChain(length);
    await aging(chain, last);
    await rewriteFrom(chain, 1);
    await query('DELETE FROM "ChainHead" WHERE "chain" = ?', chain);
    forgetKeptHeads();
    return chain;
  }

  it('leaves a checkpoint from which verifying continues', async () => {
    const chain = await agedChain(1_203, 1_200);
    const noted = (await at(chain, 1_201)).hash ?? '';
    const { removed, checkpoint } = await pruneChain(chain, new Date(1), { actor: 'a test' });
    expect([removed, checkpoint?.sequence]).toEqual([1_200, 1_200]);
    await recordIn(chain);
    await chainAndSign();
    expect(await verifyChain(chain, noted)).toMatchObject({ records: 5, findings: [] });
    const { uid } = await at(chain, 1_201);
    await query(`UPDATE "AuditEvent" SET "actor" = 'nobody' WHERE "uid" = ?`, uid);
    const old = { ...(await at(chain, 1_202)), uid: `${chain}/0123456789abcdef`, sequence: 7 };
    await rowsIn('AuditEvent').create(old);
    expect(await findings(chain)).toEqual([
      ['CHANGED', 1_201, uid],
      ['INSERTED', 7, old.uid],
    ]);
    await expect(pruneChain(chain, new Date(), { actor: 'a test' })).rejects.toThrow(
      'is not whole',
    );
  });

  it('leaves a whole chain when two remove the same records', async () => {
    const chain = await agedChain(1_203, 1_200);
    const both = await Promise.all(
      [1, 2].map(() => pruneChain(chain, new Date(1), { actor: 'a test' })),
    );
    expect(both.map(({ removed }) => removed).reduce((sum, one) => sum + one)).toBe(1_200);
    expect(await findings(chain)).toEqual([]);
  });

  it('keeps the last record that was signed, and removes nothing twice', async () => {
    const chain = await agedChain(4, 4);
    const removed = async () => (await pruneChain(chain, new Date(1), { actor: 'a test' })).removed;
    expect([await removed(), await removed(), await removed()]).toEqual([3, 1, 0]);
    expect((await rowsOf(chain)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['grove.iam.audit_event.deleted.v1', 5],
      ['grove.iam.audit_event.deleted.v1', 6],
    ]);
    expect(await findings(chain)).toEqual([]);
  });
});

it('holds for any writes, also those that fail, are denied, or are made at once', async () => {
  const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  const write = fc.record({
    kind: fc.constantFrom('record', 'fail', 'deny'),
    text: texts,
    values: fc.dictionary(texts, fc.oneof(fc.double({ noNaN: true }), texts, fc.boolean())),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      const chain = newRootUid();
      const done = writes.map(({ kind, text, values }) =>
        transaction(async (tx) => {
          const after = JSON.parse(JSON.stringify(values)) as AuditEntry['after'];
          const made = { ...entryOf(chain), actor: text, requestId: randomUUID(), after };
          if (kind === 'deny') {
            await recordJoined(tx, { ...made, group: grove.rootUid, result: 'PERMISSION_DENIED' });
          } else await recordAudit(tx, made);
          if (kind === 'fail') throw new Error('rolled back');
        }),
      );
      await Promise.allSettled(done);
      const { records, findings: found } = await verifyChain(chain);
      expect(records).toBe(writes.filter(({ kind }) => kind === 'record').length);
      expect(found).toEqual([]);
    }),
    randomly(4),
  );
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] });
  await chainAndSign();
  expect(await verifyChain(grove.rootUid)).toMatchObject({ pending: 0, findings: [] });
});
