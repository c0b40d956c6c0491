/** The bounds of a claim match, and claim matches that earlier versions stored. */
import { RE2JS } from 're2js';
import { afterEach, describe, expect, vi } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, issuer, withIssuer as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { badFields, failure, ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

let count = 0;

afterEach(() => vi.restoreAllMocks());

const many = (size: number, value: string) =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`claim${at}`, value]));

const add = (claimMatch: Json) =>
  grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, {
    name: `identity ${(count += 1)}`,
    claimMatch: { issuer: issuer.issuer, subject: `subject ${count}`, ...claimMatch },
  });

describe('an identity', () => {
  it('has at most 20 claims and claim patterns', async () => {
    ok(await add({ claims: many(20, 'x') }));
    ok(await add({ claims: many(10, 'x'), claimPatterns: many(10, 'x+') }));
    expect(badFields(await add({ claims: many(21, 'x') }))).toEqual(['claimMatch.claims']);
    const together = { claims: many(11, 'x'), claimPatterns: many(10, 'x+') };
    expect(badFields(await add(together))).toEqual(['claimMatch.claimPatterns']);
  });

  it('with thousands of patterns is refused before one of them is compiled', async () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const patterns = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`c${at}`, `(?:a|b)*c{${at % 400}}`]),
    );
    expect(badFields(await add({ claimPatterns: patterns }))).toEqual(['claimMatch.claimPatterns']);
    expect(compile).not.toHaveBeenCalled();
  });

  it('has patterns that together compile to at most 5,000 instructions', async () => {
    const compile = vi.spyOn(RE2JS, 'compile');
    const patterns = Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [`c${at}`, `${at}a{450}`]),
    );
    const fields = badFields(await add({ claimPatterns: patterns }));
    expect(fields).toEqual(
      [11, 12, 13].map((at) => `claimMatch.claimPatterns.c${at}`).slice(-fields.length),
    );
    expect(fields.length).toBeGreaterThan(0);
    expect(compile.mock.calls.length).toBeLessThan(14);
  });
});

describe('an identity of an earlier version', () => {
  async function store(columns: Partial<RowOf<'Identity'>>, parent = grove.rootUid) {
    const time = new Date();
    const uid = newChildUid(parent);
    await transaction((tx) =>
      tx.insert('Identity', {
        uid,
        parent,
        name: `identity ${(count += 1)}`,
        issuer: issuer.issuer,
        lastSeenTime: time,
        createTime: time,
        updateTime: time,
        claims: {},
        claimPatterns: {},
        ...columns,
      }),
    );
    return uid;
  }

  const identitiesOf = async (claims: Json) => {
    const token = await issuer.sign({ aud: grove.url, ...claims });
    const me = ok(await grove.get('/auth/v1/me', { token }));
    return (me['identities'] as Json[]).map(({ uid }) => String(uid));
  };

  it('with more claims is read, matches, and is cut down before it changes', async () => {
    const claimPatterns = many(30, 'x+');
    const uid = await store({ subject: 'old', claimPatterns });
    const path = `/iam/v2beta1/identities/${uid}`;
    const { claimMatch } = ok(await grove.get(path)) as { claimMatch: Json };
    expect(claimMatch['claimPatterns']).toEqual(claimPatterns);
    expect(await identitiesOf({ sub: 'old', ...many(30, 'xx') })).toEqual([uid]);
    expect(badFields(await grove.patch(path, { name: 'renamed' }))).toEqual([
      'claimMatch.claimPatterns',
    ]);
    ok(await grove.patch(path, { name: 'renamed', claimMatch: { claimPatterns: many(3, 'x') } }));
  });

  it('with costly patterns uses up what its own organization has, not what others have', async () => {
    const costly = many(200, '(?:x?){400}y');
    const uid = await store({ subject: 'machine', claimPatterns: costly });
    const token = await issuer.sign({ sub: 'machine', aud: grove.url, ...many(200, 'xxy') });
    failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
    const elsewhere = ok(await grove.post('/iam/v2beta1/groups', { name: 'other' }));
    const other = await store(
      { subject: 'machine', claimPatterns: many(3, 'x+y') },
      String(elsewhere['uid']),
    );
    expect(await identitiesOf({ sub: 'machine', ...many(200, 'xxy') })).toEqual([other]);
    expect(ok(await grove.get(`/iam/v2beta1/identities/${uid}`))['uid']).toBe(uid);
  });

  it('with a large pattern matches what is short', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const uid = await store({ subjectPattern: '(?:s?){900}' }, group);
    expect(await identitiesOf({ sub: 'ssss' })).toEqual([uid]);
    const token = await issuer.sign({ sub: 's'.repeat(250), aud: grove.url });
    failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
  });
});
