// @module-tag next-long
import { describe, expect } from 'vitest';
import { rowsIn } from '../support/database.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { aboutResource, badFields, failure, ok, TIME } from '../support/answers.ts';
import { violations } from '../support/answers.ts';
import {
  byMember,
  byName,
  list,
  testOrders,
  testUnknownParameters,
  TIME_ORDERS,
} from '../support/lists.ts';
import { newGroup } from '../support/people.ts';

const IDENTITIES = '/iam/v2beta1/identities';
const ISSUER = 'https://token.actions.example.com';

let group: string;

const create = (body: unknown, parent = group) => grove.post(`${IDENTITIES}/${parent}`, body);
const pathOf = ({ uid }: Json) => `${IDENTITIES}/${String(uid)}`;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'people');
});

describe('create', () => {
  it('answers every field', async () => {
    const claimMatch = { issuer: ISSUER, subject: 'repo:acme/app' };
    const identity = ok(await create({ name: 'CI Größe', description: 'Builds', claimMatch }));
    expect(identity).toEqual({
      uid: expect.stringMatching(`^${group}/[0-9a-f]{16}$`) as string,
      name: 'CI Größe',
      description: 'Builds',
      claimMatch,
      lastSeenTime: identity['createTime'],
      createTime: expect.stringMatching(TIME) as string,
      updateTime: identity['createTime'],
    });
    expect(ok(await grove.get(pathOf(identity)))).toEqual(identity);
  });

  it('takes every kind of claim match', async () => {
    const claimMatch = {
      issuerPattern: 'https://[a-z]+\\.example\\.com',
      subjectPattern: '.*',
      audiencePattern: 'a|b',
      claims: { team: 'core', 'https://x/y': 'z' },
      claimPatterns: { ref: 'refs/heads/.+' },
    };
    expect(ok(await create({ name: 'patterns', claimMatch }))['claimMatch']).toEqual(claimMatch);
    const literal = { issuer: ISSUER, subject: 's', audience: 'aud' };
    expect(ok(await create({ name: 'audience', claimMatch: literal }))['claimMatch']).toEqual(
      literal,
    );
    const loopback = { issuer: 'http://localhost:8080/realm', subject: 's' };
    ok(await create({ name: 'loopback', claimMatch: loopback }));
  });

  it('shows the e-mail address of a person', async () => {
    expect(ok(await grove.get(`${IDENTITIES}/${grove.ownerUid}`))).toMatchObject({
      email: 'owner@example.com',
      emailUnverified: true,
    });
  });

  it('names all that is missing at once', async () => {
    expect(violations(await create({}))).toEqual({
      name: 'is required',
      claimMatch: 'is required',
    });
    expect(badFields(await create({ name: 'x', claimMatch: {} }))).toEqual([
      'claimMatch.issuer',
      'claimMatch.subject',
    ]);
    expect(badFields(await create({ name: 'x', claimMatch: { issuer: 5, foo: 1 } }))).toEqual([
      'claimMatch.foo',
      'claimMatch.issuer',
      'claimMatch.subject',
    ]);
  });

  const match = (change: Json) => ({ issuer: ISSUER, subject: 's', ...change });

  it.each<[string, Json, string[]]>([
    ['issuer xor issuerPattern', match({ issuerPattern: '.*' }), ['issuer', 'issuerPattern']],
    ['subject xor subjectPattern', match({ subjectPattern: '.*' }), ['subject', 'subjectPattern']],
    [
      'audience xor audiencePattern',
      match({ audience: 'a', audiencePattern: 'a' }),
      ['audience', 'audiencePattern'],
    ],
    [
      'a pattern that does not compile',
      { issuer: ISSUER, subjectPattern: '(' },
      ['subjectPattern'],
    ],
    [
      'no lookahead, which is not linear',
      { issuer: ISSUER, subjectPattern: '(?=a)' },
      ['subjectPattern'],
    ],
    ['no backreference', { issuerPattern: '(a)\\1', subject: 's' }, ['issuerPattern']],
    [
      'a claim pattern that does not compile',
      match({ claimPatterns: { a: '[' } }),
      ['claimPatterns.a'],
    ],
    ['claims that are texts', match({ claims: { a: 1 } }), ['claims.a']],
    ['no unknown field', match({ subjet: 'x' }), ['subjet']],
    ['an issuer that is a URL', match({ issuer: 'x' }), ['issuer']],
    ['https', match({ issuer: 'http://example.com' }), ['issuer']],
    ['no loopback but loopback', match({ issuer: 'http://localhost.example.com' }), ['issuer']],
    ['no query', match({ issuer: 'https://example.com?a' }), ['issuer']],
    ['no fragment', match({ issuer: 'https://example.com#a' }), ['issuer']],
    ['some subject', match({ subject: '' }), ['subject']],
  ])('asks for %s', async (_, claimMatch, fields) => {
    expect(badFields(await create({ name: 'x', claimMatch }))).toEqual(
      fields.map((field) => `claimMatch.${field}`).sort(),
    );
  });

  it('checks name and description', async () => {
    const claimMatch = match({});
    expect(badFields(await create({ name: '', claimMatch }))).toEqual(['name']);
    const long = { name: 'x'.repeat(129), description: 'x'.repeat(1025), claimMatch: 3 };
    expect(badFields(await create(long))).toEqual(['claimMatch', 'description', 'name']);
    const outputs = { email: 'x@example.com', emailUnverified: false, lastSeenTime: 'x' };
    const identity = ok(
      await create({ ...outputs, name: 'y'.repeat(128), claimMatch: match({ subject: 'y' }) }),
    );
    expect(identity).not.toHaveProperty('email');
  });

  it('keeps names and literal matches of a group distinct', async () => {
    const claimMatch = match({ subject: 'twin' });
    ok(await create({ name: 'twin', claimMatch }));
    aboutResource(
      await create({ name: 'twin', claimMatch: match({ subject: 'x' }) }),
      'ALREADY_EXISTS',
      'Identity',
      'twin',
    );
    const same = await create({ name: 'twin 2', claimMatch });
    aboutResource(same, 'ALREADY_EXISTS', 'Identity', 'twin');
    expect(failure(same, 'ALREADY_EXISTS').message).toContain('claimMatch.subject');
    ok(await create({ name: 'twin', claimMatch }, grove.rootUid));
    ok(await create({ name: 'twin 3', claimMatch: { issuer: ISSUER, subjectPattern: 'twin' } }));
  });

  it('needs a parent that exists, and is given one in the path', async () => {
    const parent = `${group}/${'0'.repeat(16)}`;
    const body = { name: 'x', claimMatch: match({}) };
    aboutResource(await create(body, parent), 'NOT_FOUND', 'Group', parent);
    const answer = await grove.post(IDENTITIES, body);
    failure(answer, 'UNIMPLEMENTED');
    expect(answer.headers.get('allow')).toBe('GET');
  });
});

describe('list', () => {
  let listed: string;

  it.beforeAll(async () => {
    listed = await newGroup(grove, group, 'listed');
    // By code point U+FFFD comes before U+1F600, by UTF-16 after it.
    const names = ['b', 'B', 'a', 'é', '\uFFFD', '\u{1F600}', 'z', 'Z'];
    for (const [at, name] of names.entries()) {
      const claimMatch = { issuer: `${ISSUER}/${at % 2}`, subject: `s ${at >> 1}` };
      ok(await create({ name, claimMatch }, listed));
    }
    const time = new Date(Date.now() - 1000);
    await rowsIn('Identity').update({
      where: { parent: listed, issuer: `${ISSUER}/1` },
      data: { createTime: time, updateTime: time, lastSeenTime: time },
    });
  });

  testOrders(
    IDENTITIES,
    { ...TIME_ORDERS, name: byName(), last_seen_at: byMember('lastSeenTime') },
    () => ({ 'uidp.children_of': listed }),
  );

  it('filters by name, issuer and subject, and by all of them', async () => {
    const found = async (query: Record<string, string>) =>
      (await list(grove, IDENTITIES, { 'uidp.descendants_of': group, ...query })).items.map(
        ({ name }) => name,
      );
    expect(await found({ name: 'é' })).toEqual(['é']);
    expect((await found({ issuer: `${ISSUER}/0` })).sort()).toEqual(
      ['a', 'b', 'z', '\uFFFD'].sort(),
    );
    expect((await found({ subject: 's 0' })).sort()).toEqual(['B', 'b']);
    expect(await found({ issuer: `${ISSUER}/1`, subject: 's 0' })).toEqual(['B']);
    expect(await found({ issuer: `${ISSUER}/1`, name: 'a' })).toEqual([]);
  });

  it('knows the hierarchy', async () => {
    const scope = async (query: Record<string, string>) =>
      (await list(grove, IDENTITIES, { page_size: 200, ...query })).totalCount;
    expect(await scope({ 'uidp.children_of': listed })).toBe(8);
    expect(await scope({ 'uidp.descendants_of': listed })).toBe(8);
    const here = await scope({ 'uidp.children_of': group });
    expect(await scope({ 'uidp.descendants_of': group })).toBe(here + 8);
    expect(await scope({ 'uidp.in_root': 'true' })).toBe(
      await scope({ 'uidp.children_of': grove.rootUid }),
    );
    const [first] = (await list(grove, IDENTITIES, { 'uidp.children_of': listed })).uids;
    expect(await scope({ 'uidp.ids': String(first) })).toBe(1);
    expect(await scope({ 'uidp.ancestors_of': String(first) })).toBe(
      8 + here + (await scope({ 'uidp.in_root': 'true' })),
    );
  });

  testUnknownParameters(IDENTITIES);
});
