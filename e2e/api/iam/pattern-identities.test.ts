// @module-tag v1
/** The limit of identities in an organization that one token could match. */
import { describe, expect } from 'vitest';
import { newChildUid } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, ok, overLimit } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const ISSUER = 'https://ci.example.com';
const MOST = 200;

let group: string;
let count = 0;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
});

function add(claimMatch: Json): Promise<Answer> {
  const body = { name: `pattern ${(count += 1)}`, claimMatch };
  return grove.post(`/iam/v2beta1/identities/${group}`, body);
}

/** Inserts the maximum number of identities in one statement. */
async function fill(
  columns: Partial<RowOf<'Identity'>>,
  parents = Array.from({ length: MOST }, () => group),
): Promise<void> {
  const time = new Date();
  const rows = parents.map((parent) => ({
    uid: newChildUid(parent),
    parent,
    name: `pattern ${(count += 1)}`,
    description: '',
    issuer: null,
    issuerPattern: null,
    subject: null,
    subjectPattern: `s${count}`,
    audience: null,
    audiencePattern: null,
    claims: {},
    claimPatterns: {},
    email: null,
    emailUnverified: null,
    blockedTime: null,
    blockedGroup: null,
    blockedBy: null,
    blockReason: '',
    namesSince: null,
    unconfirmedTime: null,
    matchesAnyAccount: null,
    lastSeenTime: time,
    createTime: time,
    updateTime: time,
    revision: 1,
    ...columns,
  }));
  await transaction((tx) => tx.insertAll('Identity', rows));
}

describe('an organization', () => {
  it('has at most 200 subject patterns for one issuer, made or changed', async () => {
    await fill({ issuer: ISSUER });
    const more = { issuer: ISSUER, subjectPattern: 'more' };
    overLimit(await add(more), 'patternIdentities', grove.rootUid, MOST);
    ok(await add({ issuer: 'https://other.example.com', subjectPattern: 'x' }));
    const literal = ok(await add({ issuer: ISSUER, subject: 'literal' }));
    const path = `/iam/v2beta1/identities/${String(literal['uid'])}`;
    const change = await grove.patch(path, { claimMatch: { subjectPattern: 'x' } });
    overLimit(change, 'patternIdentities', grove.rootUid, MOST);
  });

  it('has at most 200 issuer patterns, and can still change each of them', async () => {
    const last = ok(await add({ issuerPattern: 'https://.*', subject: 'last' }));
    await fill({ issuerPattern: 'https://.*' });
    const more = { issuerPattern: 'https://a.*', subject: 'more' };
    overLimit(await add(more), 'patternIdentities', grove.rootUid, MOST);
    const path = `/iam/v2beta1/identities/${String(last['uid'])}`;
    ok(await grove.patch(path, { claimMatch: { issuerPattern: 'https://b.*' } }));
  });

  it('has at most 200 with the same issuer and subject, which may be those of a stranger', async () => {
    const parents: string[] = [];
    while (parents.length < MOST) parents.push(await newGroup(grove, group));
    const same = { issuer: ISSUER, subject: 'somebody' };
    await fill({ ...same, subjectPattern: null }, parents);
    overLimit(await add(same), 'equalIdentities', grove.rootUid, MOST);
    const path = `/iam/v2beta1/identities/${String(ok(await add({ ...same, subject: 'me' }))['uid'])}`;
    const change = await grove.patch(path, { claimMatch: same });
    overLimit(change, 'equalIdentities', grove.rootUid, MOST);
    ok(await grove.patch(path, { name: 'me' }));
  });
});

it('refuses a pattern that compiles to too much', async () => {
  const answer = await add({
    issuer: ISSUER,
    subjectPattern: '(a{30}b){30}(c{30}d){30}'.repeat(6),
  });
  expect(badFields(answer)).toEqual(['claimMatch.subjectPattern']);
});
