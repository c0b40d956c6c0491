/** An organization names the account of somebody who is not in it. */
import { beforeEach, describe, expect } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { exchangeToken } from '../support/exchange.ts';
import { grove } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { denied, failure, ok, okEmpty, preconditions, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import {
  confirm,
  groupsOf,
  inviteTo,
  keyOf,
  name,
  organizationsOf,
  unknownIdentity,
} from '../support/joining.ts';
import { acme, evil, person, register, withParties as it } from '../support/organizations.ts';
import { bind, join, newGroup, roleUidOf } from '../support/people.ts';
import { identitiesConfirm } from '../../../cli/identities.ts';

const IAM = '/iam/v2beta1';

const account = () => ({ issuer: grove.url, subject: acme.owner });
const identityOf = async (uid: string) => ok(await grove.get(`${IAM}/identities/${uid}`, evil));
const eventsOf = async (resource: string) =>
  ok(await grove.get(`${IAM}/auditEvents?resource=${resource}`, evil))['auditEvents'] as Json[];
const ownerBindingOf = async (uid: string) => {
  const role = roleUidOf('owner');
  const path = `${IAM}/roleBindings?identity=${uid}&role=${role}`;
  const [binding] = ok(await grove.get(path, evil))['roleBindings'] as Json[];
  return String(binding?.['uid']);
};
const exchanged = async (extra: Record<string, string> = {}) => {
  const answer = ok(await exchangeToken(grove, acme.token, extra));
  return { token: String(answer['access_token']) };
};

describe('an identity that names an account of another organization', () => {
  let uid: string;

  beforeEach(async () => {
    uid = await name(grove, evil, acme.owner);
  });

  it('grants nothing', async () => {
    expect((await identityOf(uid))['unconfirmedTime']).toMatch(TIME);
    for (const by of [acme, await exchanged()]) {
      expect(await groupsOf(grove, by)).not.toContain(evil.root);
      denied(await grove.get(`${IAM}/groups/${evil.root}`, by), 'groups.list', evil.root);
    }
    const token = await grove.token(uid);
    failure(await grove.get(`${IAM}/groups`, { token }), 'UNAUTHENTICATED');
  });

  it('shows the person what it takes to recognize the organization, and nothing else', async () => {
    await rowsIn('Domain').create({
      uid: `${evil.root}/00000000000000aa`,
      parent: evil.root,
      name: 'evil.example.com',
      verifiedName: `evil-${evil.root}.example.com`,
      challenge: 'x',
      createTime: new Date(),
    });
    const me = ok(await grove.get('/auth/v1/me', acme));
    const { name: evilName } = ok(await grove.get(`${IAM}/groups/${evil.root}`, evil));
    expect((await organizationsOf(grove, acme))[evil.root]).toEqual({
      groupUid: evil.root,
      name: evilName,
      domains: ['evil.example.com'],
      identityUid: uid,
      unconfirmedTime: expect.stringMatching(TIME) as string,
    });
    expect(JSON.stringify({ ...me, organizations: [] })).not.toContain(evil.root);
    denied(await grove.get(`${IAM}/identities/${uid}`, acme), 'identity.list', uid);
    denied(
      await grove.post(`${IAM}/access:explain`, { identityUid: uid, groupUid: evil.root }, acme),
      'role_bindings.list',
      evil.root,
    );
  });

  it('is explained to its organization as without effect', async () => {
    const asked = { identityUid: uid, groupUid: evil.root, capability: 'groups.list' };
    expect(ok(await grove.post(`${IAM}/access:explain`, asked, evil))).toMatchObject({
      allowed: false,
      unconfirmed: true,
    });
    const path = `${IAM}/access:whoCan?groupUid=${evil.root}&capability=groups.list`;
    expect(ok(await grove.get(path, evil))['identityCount']).toBe(1);
    const without = `${IAM}/roleBindings?identity=${uid}&in_effect=`;
    expect(ok(await grove.get(`${without}false`, evil))['totalCount']).toBe('1');
    expect(ok(await grove.get(`${without}true`, evil))['totalCount']).toBe('0');
  });

  it('does not count as an owner, and its keys are nobody', async () => {
    await bind(grove, evil.root, uid, 'owner', evil);
    const path = `${IAM}/roleBindings/${await ownerBindingOf(evil.owner)}`;
    expect(preconditions(await grove.del(path, evil))).toEqual(['LAST_OWNER']);
    const token = await keyOf(grove, evil, uid);
    failure(await grove.get(`${IAM}/groups`, { token }), 'UNAUTHENTICATED');
  });

  it('has effect once the person confirms it, for tokens from before as well', async () => {
    const before = await exchanged();
    const confirmed = ok(await confirm(grove, uid, acme));
    expect(confirmed).toMatchObject({ uid });
    expect(confirmed).not.toHaveProperty('unconfirmedTime');
    expect(ok(await confirm(grove, uid, acme))).toEqual(confirmed);
    for (const by of [acme, before, await exchanged()]) {
      expect(await groupsOf(grove, by)).toContain(evil.root);
    }
    expect((await organizationsOf(grove, acme))[evil.root]).not.toHaveProperty('unconfirmedTime');
    expect((await eventsOf(uid))[0]).toMatchObject({
      type: 'grove.iam.identity.updated.v1',
      actor: uid,
      identities: [uid],
      before: { unconfirmedTime: expect.any(String) as string },
    });
  });

  it('is confirmed by nobody else, and by no key', async () => {
    unknownIdentity(await confirm(grove, uid, evil), uid);
    const token = await keyOf(grove, acme, acme.owner);
    expect(preconditions(await confirm(grove, uid, { token }))).toEqual(['KEY_NOT_ALLOWED']);
    const narrowed = await exchanged({ identity: acme.owner });
    expect(preconditions(await confirm(grove, uid, narrowed))).toEqual(['NO_IDENTITY']);
    const none = `${evil.root}/0123456789abcdef`;
    unknownIdentity(await confirm(grove, none, acme), none);
  });

  it('is confirmed with the others of its organization, which confirm those that follow', async () => {
    const group = await newGroup(grove, evil.root, 'below', evil);
    const body = { name: 'another', claimMatch: account() };
    const other = ok(await grove.post(`${IAM}/identities/${group}`, body, evil));
    expect(other['unconfirmedTime']).toMatch(TIME);
    ok(await confirm(grove, uid, acme));
    expect(await identityOf(String(other['uid']))).not.toHaveProperty('unconfirmedTime');
    const beside = await newGroup(grove, evil.root, 'beside', evil);
    const later = await register(grove, { ...evil, root: beside }, account());
    expect(await identityOf(later)).not.toHaveProperty('unconfirmedTime');
  });

  it('cannot be confirmed while the organization blocks the person', async () => {
    ok(await grove.post(`${IAM}/identities:block`, { uid }, evil));
    expect(preconditions(await confirm(grove, uid, acme))).toEqual(['IDENTITY_BLOCKED']);
    expect(await organizationsOf(grove, acme)).not.toHaveProperty(evil.root);
    ok(await grove.post(`${IAM}/identities:unblock`, { uid }, evil));
    ok(await confirm(grove, uid, acme));
    expect(await groupsOf(grove, acme)).toContain(evil.root);
  });

  it('has effect once the person accepts an invite of the organization', async () => {
    const code = await inviteTo(grove, evil);
    const accepted = ok(await grove.post('/auth/v1/invites:accept', { code }, acme));
    expect((accepted['identity'] as Json)['uid']).toBe(uid);
    expect(await identityOf(uid)).not.toHaveProperty('unconfirmedTime');
    expect(await groupsOf(grove, acme)).toContain(evil.root);
  });

  it('is confirmed by the operator', async () => {
    expect(await identitiesConfirm([uid])).toMatchObject({ uid });
    expect(await groupsOf(grove, acme)).toContain(evil.root);
    expect((await eventsOf(uid))[0]).toMatchObject({ actor: 'command line' });
  });
});

describe('a claim match that comes to name an account of another organization', () => {
  const rename = (uid: string, claimMatch: Json) =>
    grove.patch(`${IAM}/identities/${uid}?updateMask=claimMatch`, { claimMatch }, evil);

  it('gives the person nothing, also where it did before it named somebody else', async () => {
    const uid = await register(grove, evil, person);
    await bind(grove, evil.root, uid, 'viewer', evil);
    expect(ok(await rename(uid, account()))['unconfirmedTime']).toMatch(TIME);
    expect(await groupsOf(grove, acme)).not.toContain(evil.root);
    ok(await confirm(grove, uid, acme));
    expect(ok(await rename(uid, person))).not.toHaveProperty('unconfirmedTime');
    expect(ok(await rename(uid, account()))['unconfirmedTime']).toMatch(TIME);
    expect(await groupsOf(grove, acme)).not.toContain(evil.root);
  });

  it('keeps effect for the same person', async () => {
    const uid = await name(grove, evil, acme.owner);
    ok(await confirm(grove, uid, acme));
    const asking = { ...account(), audience: grove.url };
    expect(ok(await rename(uid, asking))).not.toHaveProperty('unconfirmedTime');
    expect(await groupsOf(grove, acme)).toContain(evil.root);
  });

  it('is refused for the last owner', async () => {
    const uid = await register(grove, evil, person);
    await bind(grove, evil.root, uid, 'owner', evil);
    const body = { name: 'everything', capabilities: CAPABILITIES };
    const role = String(ok(await grove.post(`${IAM}/roles/${evil.root}`, body, evil))['uid']);
    await bind(grove, evil.root, evil.owner, role, evil);
    const path = `${IAM}/roleBindings/${await ownerBindingOf(evil.owner)}`;
    okEmpty(await grove.del(path, evil));
    expect(preconditions(await rename(uid, account()))).toEqual(['LAST_OWNER']);
  });
});

describe('a pattern', () => {
  const pattern = async () => {
    const uid = await register(grove, evil, { issuer: grove.url, subjectPattern: '.*' });
    await bind(grove, evil.root, uid, 'viewer', evil);
    return uid;
  };

  it('matches accounts of its organization, and of people who have joined it', async () => {
    await pattern();
    expect(await groupsOf(grove, acme)).not.toContain(evil.root);
    const uid = await register(grove, evil, account());
    expect(await groupsOf(grove, acme)).not.toContain(evil.root);
    ok(await confirm(grove, uid, acme));
    expect(await groupsOf(grove, acme)).toContain(evil.root);
  });

  it('matches whom it matched before people had to join', async () => {
    const uid = await pattern();
    await rowsIn('Identity').update({ where: { uid }, data: { matchesAnyAccount: true } });
    expect(await groupsOf(grove, acme)).toContain(evil.root);
    const changed = { claimMatch: { issuer: grove.url, subjectPattern: '.+' } };
    ok(await grove.patch(`${IAM}/identities/${uid}?updateMask=claimMatch`, changed, evil));
    expect(await groupsOf(grove, acme)).not.toContain(evil.root);
  });
});

it('needs no confirmation for subjects of other issuers, nor for accounts of its own', async () => {
  expect(await identityOf(await register(grove, evil, person))).not.toHaveProperty(
    'unconfirmedTime',
  );
  const password = 'correct horse battery staple';
  const email = `own-${evil.root.slice(0, 8)}@example.com`;
  const own = await join(grove, 'viewer', evil.root, { email, password }, evil);
  const below = { ...evil, root: await newGroup(grove, evil.root, 'below', evil) };
  const again = { issuer: grove.url, subject: own };
  expect(await identityOf(await register(grove, below, again))).not.toHaveProperty(
    'unconfirmedTime',
  );
});

it('waits for the person once the address that it names becomes the installation’s', async () => {
  const { recordUrl } = await import('#lib/auth/tokens/known-urls.ts');
  const later = `https://later-${evil.root.slice(0, 8)}.example.com`;
  const match = { issuer: later, subject: acme.owner };
  const path = `${IAM}/identities/${evil.root}`;
  const made = ok(await grove.post(path, { name: 'in advance', claimMatch: match }, evil));
  expect(made['unconfirmedTime']).toBeUndefined();
  await recordUrl(later);
  expect((await identityOf(String(made['uid'])))['unconfirmedTime']).toMatch(TIME);
  // The identity of one's own organization keeps its effect.
  const own = { issuer: later, subject: evil.owner };
  expect(ok(await grove.get(`${IAM}/groups/${evil.root}`, evil))['uid']).toBe(evil.root);
  const again = ok(await grove.post(path, { name: 'again', claimMatch: own }, evil));
  expect(again['unconfirmedTime']).toBeUndefined();
});
