/** An identity that another organization has bound stays in the hands of its own, over each transport. */
import { beforeEach, describe, expect } from 'vitest';
import { config } from '#lib/config.ts';
import { verify } from '../../../cli/backup.ts';
import { ownersAdd } from '../../../cli/owners.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, issuer, over } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { denied, ok, okEmpty, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import {
  acme,
  evil,
  newOrganization,
  PASSWORD,
  register,
  token,
  withParties as it,
} from '../support/organizations.ts';
import { bind, newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';

/** A viewer of acme who owns evil. */
let both: { uid: string; token: string };
let count = 0;

beforeEach(() => {
  both = { uid: '', token };
  count += 1;
});

const subject = (name: string) => ({ issuer: issuer.issuer, subject: `${name} ${count}` });

/** The person of the test is in both organizations from now on. */
async function joinBoth(person = subject('both')): Promise<void> {
  both.uid = await register(grove, acme, person);
  await bind(grove, acme.root, both.uid, 'viewer', acme);
  await bind(grove, evil.root, await register(grove, evil, person), 'owner', evil);
  both.token = await issuer.sign({ sub: person.subject, aud: grove.url });
}

/** A root group of the person in which acme's identity is the only owner. */
async function ownedByAcme(uid: string): Promise<string> {
  const body = { name: `theirs ${count}` };
  const root = String(ok(await grove.post(`${IAM}/groups`, body, both))['uid']);
  await bind(grove, root, uid, 'owner', both);
  const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${root}`, both));
  for (const one of roleBindings as { uid: string; identity: Json }[]) {
    if (one.identity['uid'] === uid) continue;
    okEmpty(await grove.del(`${IAM}/roleBindings/${one.uid}`, both));
  }
  return root;
}

const employee = (match: Json = subject('employee')) => register(grove, acme, match);

describe('a root group elsewhere whose only owner an identity is', () => {
  const CHANGES: Readonly<Record<string, (uid: string) => Promise<unknown>>> = {
    deletion: async (uid) => okEmpty(await grove.del(`${IAM}/identities/${uid}`, acme)),
    'deletion over v1': async (uid) =>
      okEmpty(await over.v1('DELETE', `${IAM}/identities/${uid}`, acme)),
    'change of the claim match': async (uid) =>
      ok(await grove.patch(`${IAM}/identities/${uid}`, { claimMatch: subject('next') }, acme)),
    block: async (uid) => ok(await grove.post(`${IAM}/identities:block`, { uid }, acme)),
  };

  it.each(Object.keys(CHANGES))('does not prevent its %s', async (change) => {
    await joinBoth();
    const uid = await employee();
    await ownedByAcme(uid);
    await CHANGES[change]?.(uid);
  });

  it('does not prevent the block of a pattern, which takes it away', async () => {
    await joinBoth();
    const uid = await employee({ issuer: issuer.issuer, subjectPattern: `employee ${count}` });
    const root = await ownedByAcme(uid);
    ok(await grove.post(`${IAM}/identities:block`, { uid }, acme));
    await expect(ownerless()).resolves.toContain(root);
  });

  it('does not prevent that its founder deletes the organization of the identity', async () => {
    await joinBoth();
    const made = ok(await grove.post(`${IAM}/groups`, { name: `made ${count}` }, both));
    const first = String(made['uid']);
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${first}`, both));
    const [{ identity }] = roleBindings as [{ identity: Json }];
    const root = await ownedByAcme(String(identity['uid']));
    okEmpty(await grove.del(`${IAM}/groups/${first}`, both));
    await expect(ownerless()).resolves.toContain(root);
  });

  it('does not prevent that its person leaves', async () => {
    await joinBoth();
    const match = subject('employee');
    const root = await ownedByAcme(await employee(match));
    const by = { token: await issuer.sign({ sub: match.subject, aud: grove.url }) };
    ok(await grove.post(`${IAM}/identities:leave`, { groupUid: acme.root }, by));
    await expect(ownerless()).resolves.toContain(root);
    await ownersAdd([root, evil.owner]);
    const [ended] = await events(root, evil, '&type=grove.iam.role_binding.deleted.v1');
    expect(ended).toMatchObject({ actor: 'another organization', identities: [] });
  });

  it('has none then, until the operator adds one', async () => {
    await joinBoth();
    const uid = await employee();
    const root = await ownedByAcme(uid);
    await expect(ownerless()).resolves.not.toContain(root);
    okEmpty(await grove.del(`${IAM}/identities/${uid}`, acme));
    await expect(ownerless()).resolves.toContain(root);
    const added = (await ownersAdd([root, evil.owner])) as Json;
    expect(added).toMatchObject({ group: { uid: root }, identity: { uid: evil.owner } });
    await expect(ownerless()).resolves.not.toContain(root);
    ok(await grove.get(`${IAM}/groups/${root}`, evil));
    expect(await ownersAdd([root, evil.owner])).toEqual(added);
    const [event] = await events(root, evil, `&resource=${String(added['uid'])}`);
    expect(event).toMatchObject({ actor: 'command line', operation: 'create' });
  });

  it('gets an owner again by a binding that had no effect', async () => {
    await joinBoth();
    const uid = await employee();
    const root = await ownedByAcme(uid);
    const next = subject('next');
    ok(await grove.patch(`${IAM}/identities/${uid}`, { claimMatch: next }, acme));
    await expect(ownerless()).resolves.toContain(root);
    expect(await ownersAdd([root, uid])).toMatchObject({ identity: { subject: next.subject } });
    await expect(ownerless()).resolves.not.toContain(root);
  });

  it('gets nobody who is blocked there, no unknown identity, and only as a root group', async () => {
    await joinBoth();
    const uid = await register(grove, evil, subject('blocked'));
    ok(await grove.post(`${IAM}/identities:block`, { uid }, evil));
    await expect(ownersAdd([evil.root, uid])).rejects.toThrow('is blocked');
    await expect(ownersAdd([evil.root, `${evil.root}/${'0'.repeat(16)}`])).rejects.toThrow(
      'does not exist',
    );
    await expect(ownersAdd(['0'.repeat(40), evil.owner])).rejects.toThrow('does not exist');
    const below = await newGroup(grove, evil.root, 'below', evil);
    await expect(ownersAdd([below, evil.owner])).rejects.toThrow('root group');
  });
});

/** The root groups without an owner, which the System page and `grove verify` must agree on. */
async function ownerless(): Promise<string[]> {
  Object.assign(config(), { systemViewers: { uids: [], everyOwner: true } });
  const system = ok(await grove.get(`${IAM}/system:summarize`));
  const uids = (system['ownerless'] as { uid: string }[]).map(({ uid }) => uid);
  const text = await verify([]);
  for (const uid of uids) expect(text).toContain(uid);
  expect(process.exitCode ?? 0).toBe(0);
  return uids;
}

async function events(root: string, by: { token: string }, query = ''): Promise<Json[]> {
  const path = `${IAM}/auditEvents?uidp.descendants_of=${root}&page_size=100${query}`;
  return ok(await grove.get(path, by))['auditEvents'] as Json[];
}

describe('the record of the organization that bound it', () => {
  const ENDS: Readonly<Record<string, (uid: string, as: object) => Promise<unknown>>> = {
    delete: async (uid, as) => okEmpty(await grove.del(`${IAM}/identities/${uid}`, as)),
    update: async (uid, as) =>
      ok(await grove.patch(`${IAM}/identities/${uid}`, { claimMatch: subject('next') }, as)),
  };

  it.each(Object.keys(ENDS))('does not say who did the %s, and names it as bound', async (end) => {
    await joinBoth();
    const uid = await employee();
    const bound = await bind(grove, evil.root, uid, 'viewer', both);
    const named = (bound['identity'] as Json)['name'];
    ok(await grove.patch(`${IAM}/identities/${uid}`, { name: `later ${count}` }, acme));
    await ENDS[end]?.(uid, { ...acme, headers: { 'user-agent': 'AcmeAdmin/7' } });
    const [there] = await events(evil.root, evil, `&resource=${String(bound['uid'])}`);
    expect(there).toMatchObject({
      type: `grove.iam.role_binding.${end}d.v1`,
      actor: 'another organization',
      identities: [],
      issuer: '',
      subject: '',
      before: { identity: { name: named } },
    });
    for (const field of ['network', 'userAgent', 'credential']) {
      expect(there).not.toHaveProperty(field);
    }
    const [here] = await events(acme.root, acme, `&resource=${uid}`);
    expect(here).toMatchObject({ actor: acme.owner, userAgent: 'AcmeAdmin/7' });
    expect(here).toHaveProperty('network');
    expect(here?.['requestId']).not.toBe(there?.['requestId']);
    const text = JSON.stringify(await events(evil.root, evil));
    for (const secret of [
      `later ${count}`,
      acme.owner,
      `next ${count}`,
      String(here?.['requestId']),
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('what the organization that bound it sees of it', () => {
  const LATER = () => ({ name: `later ${count}`, description: 'a private note' });

  /** All answers that show the identity of a binding. */
  async function shown(binding: Json, by: { token: string }): Promise<Json[]> {
    const uid = String(binding['uid']);
    const identityUid = String((binding['identity'] as Json)['uid']);
    const asked = { identityUid, groupUid: evil.root };
    const query = `group_uid=${evil.root}&capability=groups.list`;
    const found: unknown[] = [];
    for (const call of Object.values(over)) {
      found.push(ok(await call('GET', `${IAM}/roleBindings/${uid}`, by)));
      const list = ok(await call('GET', `${IAM}/roleBindings?identity=${identityUid}`, by));
      found.push(...(list['roleBindings'] as Json[]));
    }
    const explained = await grove.post(`${IAM}/access:explain`, asked, by);
    found.push(...(ok(explained)['roleBindings'] as Json[]));
    const who = ok(await grove.get(`${IAM}/access:whoCan?${query}`, by));
    found.push(...(who['roleBindings'] as Json[]).filter((one) => one['uid'] === uid));
    found.push(ok(await grove.post(`${IAM}/roleBindings:confirm`, { uid }, by)));
    return found.map((one) => (one as { identity: Json }).identity);
  }

  it('is what it was called when it was bound, without rights where it is', async () => {
    await joinBoth();
    const uid = await employee();
    const bound = await bind(grove, evil.root, uid, 'viewer', both);
    okEmpty(await grove.del(`${IAM}/identities/${both.uid}`, acme));
    ok(await grove.patch(`${IAM}/identities/${uid}`, LATER(), acme));
    denied(await grove.get(`${IAM}/identities/${uid}`, both), 'identity.list', uid);
    const identities = await shown(bound, both);
    expect(identities.length).toBeGreaterThan(8);
    for (const identity of identities) expect(identity).toEqual(bound['identity']);
    expect(JSON.stringify(await events(evil.root, both))).not.toContain(LATER().name);
  });

  it('is what it is called now for whoever may list it there', async () => {
    await joinBoth();
    const uid = await employee();
    const bound = await bind(grove, evil.root, uid, 'viewer', both);
    ok(await grove.patch(`${IAM}/identities/${uid}`, LATER(), acme));
    for (const identity of await shown(bound, both)) expect(identity).toMatchObject(LATER());
    const path = `${IAM}/roleBindings/${String(bound['uid'])}`;
    const changed = ok(await grove.patch(path, { roleUid: roleUidOf('auditor') }, both));
    expect(changed['identity']).toMatchObject(LATER());
    expect(JSON.stringify(await events(evil.root, both))).not.toContain(LATER().name);
  });

  it('is of the other identity that a binding gets', async () => {
    await joinBoth();
    const [uid, other] = [await employee(), await employee(subject('other'))];
    const bound = await bind(grove, evil.root, uid, 'viewer', both);
    const path = `${IAM}/roleBindings/${String(bound['uid'])}`;
    const moved = ok(await grove.patch(path, { identityUid: other }, both));
    ok(await grove.patch(`${IAM}/identities/${other}`, LATER(), acme));
    okEmpty(await grove.del(`${IAM}/identities/${both.uid}`, acme));
    expect(ok(await grove.get(path, both))['identity']).toEqual(moved['identity']);
    const own = await register(grove, evil, subject('own'));
    ok(await grove.patch(path, { identityUid: own }, both));
    ok(await grove.patch(`${IAM}/identities/${own}`, LATER(), both));
    expect(ok(await grove.get(path, both))['identity']).toMatchObject(LATER());
  });

  it('is what whoever confirms the binding sees', async () => {
    await joinBoth();
    const uid = await employee();
    const bound = await bind(grove, evil.root, uid, 'viewer', both);
    const change = { ...LATER(), claimMatch: subject('next') };
    ok(await grove.patch(`${IAM}/identities/${uid}`, change, acme));
    const path = `${IAM}/roleBindings/${String(bound['uid'])}`;
    expect(ok(await grove.get(path, evil))['identity']).toEqual(bound['identity']);
    ok(await grove.post(`${IAM}/roleBindings:confirm`, { uid: bound['uid'] }, both));
    expect(ok(await grove.get(path, evil))['identity']).toMatchObject(LATER());
  });

  it('does not say whether its organization has blocked the person', async () => {
    await joinBoth();
    const uid = await employee();
    await bind(grove, evil.root, uid, 'viewer', both);
    ok(await grove.post(`${IAM}/identities:block`, { uid }, acme));
    const path = `${IAM}/roleBindings?identity=${uid}&in_effect=`;
    expect(ok(await grove.get(`${path}true`, both))['totalCount']).toBe('1');
    expect(ok(await grove.get(`${path}false`, both))['totalCount']).toBe('0');
  });

  it('is the present one within its own organization', async () => {
    const uid = await employee();
    const team = await newGroup(grove, acme.root, 'team', acme);
    const bound = await bind(grove, team, uid, 'viewer', acme);
    const keeper = await register(grove, acme, subject('keeper'));
    await bind(grove, team, keeper, 'viewer', acme);
    ok(await grove.patch(`${IAM}/identities/${uid}`, LATER(), acme));
    const by = { token: await issuer.sign({ sub: `keeper ${count}`, aud: grove.url }) };
    denied(await grove.get(`${IAM}/identities/${uid}`, by), 'identity.list', uid);
    const path = `${IAM}/roleBindings/${String(bound['uid'])}`;
    expect(ok(await grove.get(path, by))['identity']).toMatchObject(LATER());
  });
});

it('a role elsewhere asks for no recent sign-in to make a key of the identity, or to delete it', async () => {
  await joinBoth();
  const uid = await employee();
  await bind(grove, evil.root, uid, 'owner', both);
  const browser = new TestBrowser(grove.url);
  expect(await browser.signIn(acme.email, PASSWORD)).toBeNull();
  const long = new Date(Date.now() - 11 * 60_000);
  const data = { createTime: long, authenticatedTime: long };
  await rowsIn('Session').update({ where: { email: acme.email }, data });
  const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' };
  const session = { token: null, headers };
  const key = { name: 'key', identityUid: uid, ttl: '3600s' };
  const made = ok(await grove.post(`${IAM}/identityKeys/${acme.root}`, key, session));
  okEmpty(await grove.del(`${IAM}/identityKeys/${String(made['uid'])}`, acme));
  okEmpty(await grove.del(`${IAM}/identities/${uid}`, session));
});

it('an organization keeps its own last owner', async () => {
  const { owner, token } = await newOrganization(grove);
  expect(preconditions(await grove.del(`${IAM}/identities/${owner}`, { token }))).toEqual([
    'LAST_OWNER',
  ]);
});
