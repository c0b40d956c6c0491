/** Somebody leaves an organization, or refuses to join it. */
import { describe, expect } from 'vitest';
import { grove } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { aboutResource, badFields, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { exchangeToken } from '../support/exchange.ts';
import { confirm, groupsOf, keyOf, leave, name, organizationsOf } from '../support/joining.ts';
import {
  acme,
  evil as other,
  person,
  register,
  signedIn,
  token,
  withParties as it,
} from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, join, newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';
const PASSWORD = 'correct horse battery staple';

const eventsOf = async (resource: string, by: Organization) =>
  ok(await grove.get(`${IAM}/auditEvents?resource=${resource}`, by))['auditEvents'] as Json[];

/** The owner of `acme` joins the other organization. */
async function joined(role = 'editor'): Promise<string> {
  const uid = await name(grove, other, acme.owner, role);
  ok(await confirm(grove, uid, acme));
  return uid;
}

describe('whoever leaves an organization', () => {
  it('loses the identities that name them there, with all that these have', async () => {
    const uid = await joined();
    const below = await newGroup(grove, other.root, 'below', other);
    const second = await register(
      grove,
      { ...other, root: below },
      {
        issuer: grove.url,
        subject: acme.owner,
      },
    );
    const key = await keyOf(grove, other, uid);
    const exchanged = ok(await exchangeToken(grove, acme.token));
    const answer = ok(await leave(grove, other.root, acme));
    expect(answer).toEqual({
      groupUid: other.root,
      identityUids: expect.arrayContaining([uid, second]) as string[],
    });
    for (const by of [acme, { token: String(exchanged['access_token']) }]) {
      expect(await groupsOf(grove, by)).not.toContain(other.root);
    }
    failure(await grove.get(`${IAM}/groups`, { token: key }), 'UNAUTHENTICATED');
    expect(await organizationsOf(grove, acme)).not.toHaveProperty(other.root);
    expect(await groupsOf(grove, acme)).toContain(acme.root);
    for (const one of [uid, second]) {
      aboutResource(
        await grove.get(`${IAM}/identities/${one}`, other),
        'NOT_FOUND',
        'Identity',
        one,
      );
    }
    expect((await eventsOf(uid, other))[0]).toMatchObject({
      type: 'grove.iam.identity.deleted.v1',
      actor: uid,
      network: expect.any(String) as string,
    });
    const path = `${IAM}/auditEvents?uidp.descendants_of=${other.root}&page_size=200`;
    const { auditEvents } = ok(await grove.get(path, other));
    const ended = (auditEvents as Json[]).filter(({ actor }) => actor === uid);
    expect(ended.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'grove.iam.role_binding.deleted.v1',
        'grove.iam.identity_key.deleted.v1',
      ]),
    );
  });

  it('loses what it bound to an identity of theirs elsewhere', async () => {
    const theirs = await register(grove, acme, person);
    await bind(grove, acme.root, theirs, 'viewer', acme);
    const row = {
      uid: `${other.root}/00000000000000aa`,
      parent: other.root,
      createTime: new Date(),
    };
    const binding = { ...row, identityUid: theirs, roleUid: roleUidOf('viewer') };
    await rowsIn('RoleBinding').create(binding);
    // The row was not written through Grove, which keeps what it has read until access changes.
    await register(grove, other, { issuer: person.issuer, subject: 'somebody else' });
    expect((await groupsOf(grove, { token })).toSorted()).toEqual(
      [acme.root, other.root].toSorted(),
    );
    expect(await organizationsOf(grove, { token })).toHaveProperty(other.root);
    expect(ok(await leave(grove, other.root, { token }))['identityUids']).toEqual([]);
    expect(await groupsOf(grove, { token })).toEqual([acme.root]);
  });

  it('does not come back by a pattern', async () => {
    await joined();
    const pattern = await register(grove, other, { issuer: grove.url, subjectPattern: '.*' });
    await bind(grove, other.root, pattern, 'viewer', other);
    const carried = String(ok(await exchangeToken(grove, acme.token))['access_token']);
    ok(await leave(grove, other.root, acme));
    for (const by of [acme, { token: carried }]) {
      expect(await groupsOf(grove, by)).not.toContain(other.root);
    }
  });

  it('is not the last owner there, and may be elsewhere with an identity from there', async () => {
    expect(preconditions(await leave(grove, acme.root, acme))).toEqual(['LAST_OWNER']);
    const uid = await joined('owner');
    const founded = await grove.post(
      `${IAM}/groups`,
      { name: `by ${acme.owner.slice(-8)}` },
      other,
    );
    const root = String(ok(founded)['uid']);
    await bind(grove, root, uid, 'owner', other);
    ok(await leave(grove, root, other));
    ok(await leave(grove, other.root, acme));
  });

  it('has the organization confirm nothing when it names them again', async () => {
    await joined();
    ok(await leave(grove, other.root, acme));
    const again = await name(grove, other, acme.owner);
    expect(await organizationsOf(grove, acme)).toMatchObject({
      [other.root]: { identityUid: again, unconfirmedTime: expect.any(String) as string },
    });
  });

  it('signs out where they signed in through its provider', async () => {
    const uid = await register(grove, acme, person);
    await bind(grove, acme.root, uid, 'viewer', acme);
    const oidc = { issuer: person.issuer, clientId: 'grove' };
    const body = { name: 'provider', oidc };
    const path = `${IAM}/identityProviders/${acme.root}`;
    const provider = String(ok(await grove.post(path, body, acme))['uid']);
    const headers = await signedIn({ ...person, provider });
    const browser = { token: null, headers };
    expect(await groupsOf(grove, browser)).toEqual([acme.root]);
    ok(await leave(grove, acme.root, browser));
    failure(await grove.get(`${IAM}/groups`, browser), 'UNAUTHENTICATED');
  });

  it('cannot be blocked there, or act with a key', async () => {
    const uid = await joined();
    const key = await keyOf(grove, acme, acme.owner);
    expect(preconditions(await leave(grove, other.root, { token: key }))).toEqual([
      'KEY_NOT_ALLOWED',
    ]);
    ok(await grove.post(`${IAM}/identities:block`, { uid }, other));
    expect(preconditions(await leave(grove, other.root, acme))).toEqual(['IDENTITY_BLOCKED']);
  });
});

describe('the organization that holds an account', () => {
  it('is left last, and the account goes with it', async () => {
    const email = `member-${acme.root.slice(0, 8)}@example.com`;
    const uid = await join(grove, 'viewer', acme.root, { email, password: PASSWORD }, acme);
    const by = { token: await grove.token(uid) };
    const there = await name(grove, other, uid);
    ok(await confirm(grove, there, by));
    expect(preconditions(await leave(grove, acme.root, by))).toEqual(['ACCOUNT_HELD']);
    ok(await leave(grove, other.root, by));
    expect((await organizationsOf(grove, by))[acme.root]).toMatchObject({ holdsAccount: true });
    const headers = await signedIn({ issuer: grove.url, subject: uid, provider: null });
    ok(await leave(grove, acme.root, { token: null, headers }));
    failure(await grove.get(`${IAM}/groups`, { token: null, headers }), 'UNAUTHENTICATED');
    failure(await grove.get(`${IAM}/groups`, by), 'UNAUTHENTICATED');
    expect(await rowsIn('Account').findMany({ where: { identityUid: uid } })).toEqual([]);
    const types = (await eventsOf(uid, acme)).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'grove.iam.account.deleted.v1',
        'grove.iam.session.ended.v1',
        'grove.iam.identity.deleted.v1',
      ]),
    );
  });

  it('is left though others name the account, which has not joined them', async () => {
    const email = `member-${acme.root.slice(0, 8)}@example.com`;
    const uid = await join(grove, 'viewer', acme.root, { email, password: PASSWORD }, acme);
    await name(grove, other, uid);
    ok(await leave(grove, acme.root, { token: await grove.token(uid) }));
  });
});

describe('whoever refuses to join', () => {
  it('deletes the identity, and shows the organization nothing of themselves', async () => {
    const uid = await name(grove, other, acme.owner, 'owner');
    ok(await leave(grove, other.root, acme));
    expect(await organizationsOf(grove, acme)).not.toHaveProperty(other.root);
    const [event] = await eventsOf(uid, other);
    expect(event).toMatchObject({ type: 'grove.iam.identity.deleted.v1', actor: uid });
    expect(event).not.toHaveProperty('network');
    expect(event).not.toHaveProperty('userAgent');
  });
});

it('knows no organization that neither names nor binds the caller', async () => {
  for (const root of [other.root, '0'.repeat(40)]) {
    aboutResource(await leave(grove, root, acme), 'NOT_FOUND', 'Group', root);
  }
  expect(badFields(await leave(grove, `${other.root}/0123456789abcdef`, acme))).toEqual([
    'groupUid',
  ]);
});
