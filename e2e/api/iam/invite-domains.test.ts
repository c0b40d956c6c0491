/** The domains for which an organization allows invites. */
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { clearPolicy } from '#lib/service/groups/policy.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup, newPerson, personWith, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const DOMAINS = ['example.com', 'xn--bcher-kva.example'];
const NOT_ALLOWED = ['INVITE_NOT_ALLOWED'];

let group: string;
let count = 0;

it.beforeAll(async () => {
  group = await newGroup(grove, await newGroup(grove, grove.rootUid));
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
});

afterEach(() => clearPolicy(grove.rootUid));

const allow = (inviteDomains: unknown, groupUid = grove.rootUid, token = grove.ownerToken) =>
  grove.post(`${IAM}/groups:updatePolicy`, { groupUid, inviteDomains }, { token });

const invite = (extra: Json = {}, at = group, token = grove.ownerToken): Promise<Answer> =>
  grove.post(
    `${IAM}/groupInvites/${at}`,
    { roleUid: roleUidOf('viewer'), ttl: '3600s', ...extra },
    { token },
  );
const codeOf = async (extra: Json = {}) => String(ok(await invite(extra))['code']);

const preview = (code: string) => grove.post('/auth/v1/invites:preview', { code }, { token: null });
const accept = (body: Json, token: string | null = null) =>
  grove.post('/auth/v1/invites:accept', body, { token });

const newAddress = () => `invited${(count += 1)}@example.com`;
const newcomer = (email: string): Json => ({ email, password: 'correct horse', name: email });

/** A person with the address, and a token. */
async function personAt(email: string, emailUnverified: boolean): Promise<string> {
  const { uid, token } = await newPerson(grove);
  await rowsIn('Identity').update({ where: { uid }, data: { email, emailUnverified } });
  return token;
}

describe('the domains of a policy', () => {
  it('are kept in one form, each once', async () => {
    const typed = ['Example.COM', 'Bücher.example', 'example.com'];
    expect(ok(await allow(typed))['inviteDomains']).toEqual(DOMAINS);
    expect(ok(await allow([]))['inviteDomains']).toEqual([]);
  });

  it('are names of domains, and not too many', async () => {
    const wrong = ['example.com', '@example.com', '192.0.2.1', '*.example.com', 'localhost'];
    expect(badFields(await allow(wrong))).toEqual([1, 2, 3, 4].map((at) => `inviteDomains.${at}`));
    const many = Array.from({ length: 51 }, (_, index) => `d${index}.example`);
    expect(badFields(await allow(many))).toEqual(['inviteDomains']);
    ok(await allow(many.slice(1)));
    expect(badFields(await allow('example.com'))).toEqual(['inviteDomains']);
  });
});

describe('an invite', () => {
  it('is for an address at an allowed domain, in any group of the organization', async () => {
    ok(await allow(DOMAINS));
    for (const at of [grove.rootUid, group]) {
      ok(await invite({ email: 'Ada@EXAMPLE.com' }, at));
      ok(await invite({ email: 'ada@xn--bcher-kva.example' }, at));
      for (const email of ['a@example.org', 'a@mail.example.com', 'a@notexample.com']) {
        const refused = await invite({ email }, at);
        expect(badFields(refused)).toEqual(['email']);
        expect(failure(refused, 'INVALID_ARGUMENT').message).toContain('example.com');
      }
    }
  });

  it('needs an address there, since anybody could have the link', async () => {
    ok(await allow(DOMAINS));
    expect(badFields(await invite())).toEqual(['email']);
    expect(badFields(await invite({ singleUse: true }))).toEqual(['email']);
    ok(await allow([]));
    ok(await invite());
  });

  it('is refused in v1 as well', async () => {
    ok(await allow(DOMAINS));
    const body = { roleId: roleUidOf('viewer'), ttl: '3600s', email: 'a@example.org' };
    const refused = await grove.post(`/iam/v1/groupInvites/${group}`, body);
    expect(refused.body).toMatchObject({ code: 3 });
    expect(refused.body['message']).toContain('email');
    expect(await rowsIn('GroupInvite').count({ where: { email: 'a@example.org' } })).toBe(0);
  });

  it('shows the domains only to callers who may invite', async () => {
    ok(await allow(DOMAINS));
    const viewer = await personWith(grove, 'viewer', group);
    const refused = await invite({ email: 'a@example.org' }, group, viewer.token);
    expect(failure(refused, 'PERMISSION_DENIED').message).not.toContain('example.com');
  });

  it('of another organization is as that one allows', async () => {
    const { token } = await personWith(grove, 'owner', grove.rootUid);
    const name = `other ${(count += 1)}`;
    const root = String(ok(await grove.post(`${IAM}/groups`, { name }, { token }))['uid']);
    ok(await allow(DOMAINS));
    ok(await invite({}, root, token));
    ok(await allow(['example.org'], root, token));
    ok(await invite({ email: 'a@example.com' }));
    expect(badFields(await invite({ email: 'a@example.com' }, root, token))).toEqual(['email']);
  });
});

describe('an invite from before the policy', () => {
  it('is void for an address that is not allowed any more, until it is again', async () => {
    const email = `old${(count += 1)}@example.org`;
    const code = await codeOf({ email });
    ok(await preview(code));
    ok(await allow(DOMAINS));
    const refused = failure(await preview(code), 'FAILED_PRECONDITION');
    expect(refused.message).not.toContain('example.com');
    expect(preconditions(await preview(code))).toEqual(NOT_ALLOWED);
    expect(preconditions(await accept({ code, ...newcomer(email) }))).toEqual(NOT_ALLOWED);
    const token = await personAt(email, false);
    expect(preconditions(await accept({ code }, token))).toEqual(NOT_ALLOWED);
    ok(await allow([...DOMAINS, 'example.org']));
    ok(await accept({ code }, token));
  });

  it('has the same error for every address that is not allowed', async () => {
    const code = await codeOf();
    ok(await allow(DOMAINS));
    expect(preconditions(await preview(code))).toEqual(NOT_ALLOWED);
    expect(preconditions(await accept({ code, ...newcomer(newAddress()) }))).toEqual(NOT_ALLOWED);
    expect(await rowsIn('Account').count({ where: { email: `invited${count}@example.com` } })).toBe(
      0,
    );
    const token = await personAt(newAddress(), false);
    expect(preconditions(await accept({ code }, token))).toEqual(NOT_ALLOWED);
  });
});

describe('an allowed invite', () => {
  it('needs a verified address of a person with an identity', async () => {
    ok(await allow(DOMAINS));
    const email = newAddress();
    const code = await codeOf({ email });
    failure(await accept({ code }, await personAt(email, true)), 'PERMISSION_DENIED');
    failure(await accept({ code }, await personAt(newAddress(), false)), 'PERMISSION_DENIED');
    ok(await accept({ code }, await personAt(email, false)));
  });

  it('takes its own address for a new account', async () => {
    ok(await allow(DOMAINS));
    const email = newAddress();
    const code = await codeOf({ email });
    failure(await accept({ code, ...newcomer(newAddress()) }), 'PERMISSION_DENIED');
    ok(await accept({ code, ...newcomer(email) }));
  });
});
