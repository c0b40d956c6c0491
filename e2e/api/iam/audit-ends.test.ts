import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, vi } from 'vitest';
import { newRootUid } from '#lib/aip/uid.ts';
import { takeChanged } from '#lib/audit/changed-chains.ts';
import { programActor, recordAudit } from '#lib/audit/record.ts';
import { perProcess } from '#lib/per-process.ts';
import { rotate } from '#lib/service/keys/change-keys.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { verifyChain } from '#lib/service/record/verify.ts';
import { transaction } from '#lib/store/store.ts';
import { auditAccept, auditHead, auditVerify } from '../../../cli/audit.ts';
import { it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { recordIn } from '../support/chains.ts';
import { query, rowsIn } from '../support/database.ts';
import { forgetKeptHeads, keptHeadsFile, startKeptHeads } from '../support/kept-heads.ts';

let folder: string;

it.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-heads-'));
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Adds records of an organization that no longer exists, and signs the head. */
async function lengthen(chain: string, by: number): Promise<string> {
  for (let added = 0; added < by; added += 1) {
    await recordIn(chain);
  }
  await chainAndSign();
  return chain;
}

const signedHead = async (chain: string) =>
  (await rowsIn('ChainHead').findOnly({ where: { chain } })).head ?? '';

/** Removes the end of the chain together with its signed head. */
async function cut(chain: string, after: number, head: string): Promise<void> {
  await query('DELETE FROM "AuditEvent" WHERE "chain" = ? AND "sequence" > ?', chain, after);
  await query('UPDATE "ChainHead" SET "head" = ? WHERE "chain" = ?', head, chain);
}

/** A chain of five records that has lost two of them, in the database only. */
async function cutChain(): Promise<string> {
  const chain = await lengthen(newRootUid(), 3);
  const head = await signedHead(chain);
  await lengthen(chain, 2);
  await cut(chain, 3, head);
  return chain;
}

async function findings(chain: string) {
  const { findings: found } = await verifyChain(chain);
  return found.map(({ problem, sequence }) => [problem, sequence]);
}

describe('a chain whose end was removed, with an older signed head', () => {
  it('is missed by the process, and by the next one', async () => {
    const chain = await cutChain();
    expect(await findings(chain)).toEqual([['MISSING', 4]]);
    startKeptHeads();
    expect(await findings(chain)).toEqual([['MISSING', 4]]);
    forgetKeptHeads();
    expect(await findings(chain)).toEqual([]);
  });

  it('is not signed over', async () => {
    const chain = await cutChain();
    const head = await signedHead(chain);
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await lengthen(chain, 3);
    expect(log.mock.calls.join()).toContain(`the record of ${chain} is not signed`);
    expect(await signedHead(chain)).toBe(head);
    expect(await findings(chain)).toEqual([['REWRITTEN', 5]]);
  });

  it('is missed where nothing is left of the chain', async () => {
    const chain = await lengthen(newRootUid(), 2);
    await query('DELETE FROM "AuditEvent" WHERE "chain" = ?', chain);
    await query('DELETE FROM "ChainHead" WHERE "chain" = ?', chain);
    const verified = (await auditVerify([])) as Json[];
    expect(verified.find(({ group }) => group === chain)).toMatchObject({
      records: 0,
      problems: [{ problem: 'MISSING', sequence: 1 }],
    });
    expect(process.exitCode).toBe(1);
    forgetKeptHeads();
  });

  it('is accepted by an operator, which is recorded', async () => {
    const chain = await cutChain();
    const [accepted] = (await auditAccept(['--group', chain])) as Json[];
    expect(accepted).toMatchObject({ group: chain, sequence: 4 });
    const { type, before, after } = await rowsIn('AuditEvent').findOnly({
      where: { chain, sequence: 4 },
    });
    expect([type, before, after]).toEqual([
      'grove.iam.audit_event.accepted.v1',
      expect.objectContaining({ sequence: 5 }),
      expect.objectContaining({ sequence: 3 }),
    ]);
    startKeptHeads();
    expect(await findings(chain)).toEqual([]);
    await lengthen(chain, 1);
    expect(await findings(chain)).toEqual([]);
  });
});

describe('the file of the data folder', () => {
  it('is written once for all chains that were signed', async () => {
    const chain = await lengthen(newRootUid(), 1);
    const { ino } = statSync(keptHeadsFile());
    const others = [newRootUid(), newRootUid(), newRootUid()];
    const record = (group: string) =>
      transaction((tx) =>
        recordAudit(tx, {
          ...programActor('a test'),
          type: 'grove.iam.group.created.v1',
          operation: 'create',
          resource: group,
          group,
          result: 'OK',
        }),
      );
    for (const group of others) await record(group);
    expect(statSync(keptHeadsFile()).ino).toBe(ino);
    await chainAndSign();
    startKeptHeads();
    for (const group of others) {
      await query('DELETE FROM "AuditEvent" WHERE "chain" = ?', group);
      await query('DELETE FROM "ChainHead" WHERE "chain" = ?', group);
      expect(await findings(group)).toEqual([['MISSING', 1]]);
    }
    expect(await findings(chain)).toEqual([]);
    forgetKeptHeads();
  });

  it('gets back what an older copy of it lacks', async () => {
    const chain = await lengthen(newRootUid(), 2);
    const [older, head] = [readFileSync(keptHeadsFile()), await signedHead(chain)];
    await lengthen(chain, 2);
    writeFileSync(keptHeadsFile(), older);
    await lengthen(newRootUid(), 1);
    startKeptHeads();
    await cut(chain, 2, head);
    expect(await findings(chain)).toEqual([['MISSING', 3]]);
    forgetKeptHeads();
  });

  it('is for the installation alone, and outlives its keys', async () => {
    const chain = await cutChain();
    expect(statSync(keptHeadsFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keptHeadsFile(), 'utf8')).not.toContain(chain);
    await rotate(['encryption']);
    perProcess('secrets').take();
    startKeptHeads();
    expect(await findings(chain)).toEqual([['MISSING', 4]]);
    forgetKeptHeads();
  });

  it('is renewed when the keys were replaced in another data folder', async () => {
    const chain = await cutChain();
    const before = readFileSync(keptHeadsFile());
    await rotate(['encryption']);
    writeFileSync(keptHeadsFile(), before);
    // Without a changed chain, the process would not write the file.
    takeChanged();
    await chainAndSign();
    perProcess('secrets').take();
    startKeptHeads();
    expect(await findings(chain)).toEqual([['MISSING', 4]]);
    forgetKeptHeads();
  });

  it('of another installation is reported as such and not changed', async () => {
    const chain = await lengthen(newRootUid(), 1);
    writeFileSync(keptHeadsFile(), '{"encrypted":"00000000.AAAA"}');
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await findings(chain)).toEqual([['NOT_SIGNED', 0]]);
    await lengthen(chain, 1);
    expect(readFileSync(keptHeadsFile(), 'utf8')).toBe('{"encrypted":"00000000.AAAA"}');
    expect(log.mock.calls.join()).toContain('audit-heads.json');
    // The file may have the heads of other organizations.
    const refusal = /^audit-heads\.json in the data folder is not by this installation[^\n]*$/;
    await expect(auditAccept(['--group', chain])).rejects.toThrow(refusal);
    expect(readFileSync(keptHeadsFile(), 'utf8')).toBe('{"encrypted":"00000000.AAAA"}');
    forgetKeptHeads();
    await auditAccept(['--group', chain]);
    expect(await findings(chain)).toEqual([]);
  });
});

describe('a file of heads that was noted elsewhere', () => {
  it('is compared with the record', async () => {
    const [chain, other] = [await lengthen(newRootUid(), 2), await lengthen(newRootUid(), 2)];
    const file = join(folder, 'heads.json');
    writeFileSync(file, JSON.stringify(await auditHead([])));
    const head = await signedHead(chain);
    await lengthen(chain, 1);
    const problems = async (...args: string[]) => {
      const verified = (await auditVerify(['--head', file, ...args])) as Json[];
      // The chains of other tests are broken.
      return verified.filter(
        ({ group, problems: found }) =>
          (group === chain || group === other) && (found as Json[]).length > 0,
      );
    };
    expect(await problems()).toEqual([]);
    await cut(chain, 1, head);
    await query('DELETE FROM "ChainHead" WHERE "chain" = ?', chain);
    forgetKeptHeads();
    expect(await problems('--group', other)).toEqual([]);
    expect(await problems()).toMatchObject([
      { group: chain, problems: [{ problem: 'UNKNOWN_HEAD' }] },
    ]);
  });

  it('must have the form of heads', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{}');
    for (const head of [file, join(folder, 'missing'), 'abc']) {
      await expect(auditVerify(['--head', head])).rejects.toThrow('audit head');
    }
  });
});
