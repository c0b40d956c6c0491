/** What an organization writes about a person has no effect outside of it. */
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect } from 'vitest';
import { auditBindings, bindingsConfirm } from '../../../cli/bindings.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, issuer } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { denied, failure, ok, okEmpty, preconditions, TIME } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { exchangeToken } from '../support/exchange.ts';
import {
  acme,
  evil,
  PASSWORD,
  person as victim,
  register,
  signedIn,
  token,
  withParties as it,
} from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';

let count = 0;

beforeEach(() => {
  count += 1;
});

async function invite(role: string, extra: Json = {}): Promise<string> {
  const body = { roleUid: roleUidOf(role), ttl: '3600s', ...extra };
  return String(ok(await grove.post(`${IAM}/groupInvites/${acme.root}`, body, acme))['code']);
}

const ownersOf = async (root: string, by: { token: string }): Promise<Json[]> => {
  const path = `${IAM}/roleBindings?group=${root}&role=${roleUidOf('owner')}`;
  const { roleBindings } = ok(await grove.get(path, by));
  return (roleBindings as { identity: Json }[]).map(({ identity }) => identity);
};

describe('an older identity of another organization', () => {
  it('does not take the invite that a person accepts', async () => {
    const old = await register(grove, evil, victim);
    await bind(grove, evil.root, old, 'viewer', evil);
    const code = await invite('owner');
    const { identity } = ok(await grove.post('/auth/v1/invites:accept', { code }, { token }));
    expect(identity).toMatchObject({ claimMatch: victim });
    expect(String((identity as Json)['uid'])).toMatch(`${acme.root}/`);
    ok(await grove.post(`${IAM}/groups/${acme.root}`, { name: 'theirs' }, { token }));
    for (const other of [await grove.token(old), evil.token]) {
      denied(
        await grove.get(`${IAM}/groups/${acme.root}`, { token: other }),
        'groups.list',
        acme.root,
      );
    }
  });

  it('does not take it from a session of a provider either', async () => {
    await register(grove, evil, victim);
    const oidc = { issuer: issuer.issuer, clientId: 'grove' };
    const body = { name: 'provider', oidc };
    const path = `${IAM}/identityProviders/${evil.root}`;
    const provider = String(ok(await grove.post(path, body, evil))['uid']);
    const headers = await signedIn({ ...victim, provider });
    const code = await invite('viewer');
    const accepted = await grove.post(
      '/auth/v1/invites:accept',
      { code },
      { token: null, headers },
    );
    expect(String((ok(accepted)['identity'] as Json)['uid'])).toMatch(`${acme.root}/`);
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token: null, headers }));
  });

  it('does not void their exchange, however many more there are', async () => {
    const there = await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    for (let more = 0; more < 49; more += 1) {
      await register(grove, evil, { issuer: victim.issuer, subjectPattern: `(${victim.subject})` });
    }
    const body = ok(await exchangeToken(grove, token));
    const claims = decodeJwt(String(body['access_token']));
    expect(claims).toMatchObject({ sub: here, identities: [here, there].toSorted() });
  });

  it('does not void their exchange with fewer than they have', async () => {
    const pattern = { issuer: victim.issuer, subjectPattern: `(${victim.subject})` };
    for (let more = 0; more < 25; more += 1) await register(grove, evil, pattern);
    const here = [await register(grove, acme, victim)];
    for (let more = 0; more < 25; more += 1) here.push(await register(grove, acme, pattern));
    const body = ok(await exchangeToken(grove, token));
    const claims = decodeJwt(String(body['access_token']));
    expect(claims).toMatchObject({ sub: here[0], identities: here.toSorted() });
  });

  it('does not take the place of one that they have used, however few there are', async () => {
    const pattern = { issuer: victim.issuer, subjectPattern: `(${victim.subject})` };
    const there = await register(grove, evil, victim);
    for (let more = 0; more < 24; more += 1) await register(grove, evil, pattern);
    const own = await register(grove, acme, victim);
    const here = [own];
    for (let more = 0; more < 25; more += 1) here.push(await register(grove, acme, pattern));
    const carried = async () =>
      decodeJwt(String(ok(await exchangeToken(grove, token))['access_token']));
    expect((await carried())['identities']).toContain(own);
    await bind(grove, acme.root, own, 'viewer', acme);
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
    const identities = [...here, there].toSorted();
    await expect.poll(carried).toMatchObject({ sub: own, identities });
  });

  it('does not own what a person founds', async () => {
    const old = await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    await bind(grove, acme.root, here, 'owner', acme);
    const root = String(
      ok(await grove.post(`${IAM}/groups`, { name: `founded ${count}` }, { token }))['uid'],
    );
    expect(await ownersOf(root, { token })).toMatchObject([
      { uid: expect.stringMatching(`^${root}/`) as string, ...victim },
    ]);
    denied(
      await grove.get(`${IAM}/groups/${root}`, { token: await grove.token(old) }),
      'groups.list',
      root,
    );
  });

  it('does not own what a person founds with a token for another audience', async () => {
    const audience = 'https://elsewhere.example.com';
    const there = await register(grove, evil, { ...victim, audience });
    await bind(grove, evil.root, there, 'owner', evil);
    const by = { token: await issuer.sign({ sub: victim.subject, aud: audience }) };
    const founded = await grove.post(`${IAM}/groups`, { name: `founded ${count}` }, by);
    expect(preconditions(founded)).toEqual(['NO_IDENTITY']);
  });

  it('is not the actor of what a person does elsewhere', async () => {
    await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    await bind(grove, acme.root, here, 'owner', acme);
    const group = await newGroup(grove, acme.root, 'done', { token });
    const path = `${IAM}/auditEvents?resource=${group}`;
    const { auditEvents } = ok(await grove.get(path, acme));
    expect(auditEvents).toMatchObject([{ actor: here, identities: [here], ...victim }]);
  });

  it('is not the actor of what a pattern lets a person do elsewhere', async () => {
    const there = await register(grove, evil, victim);
    const pattern = { issuer: victim.issuer, subjectPattern: `(${victim.subject})` };
    const matching = await register(grove, acme, pattern);
    await bind(grove, acme.root, matching, 'owner', acme);
    const exchanged = String(ok(await exchangeToken(grove, token))['access_token']);
    for (const by of [token, exchanged]) {
      const group = await newGroup(grove, acme.root, `done ${by.length}`, { token: by });
      const path = `${IAM}/auditEvents?resource=${group}`;
      const { auditEvents } = ok(await grove.get(path, acme));
      const actor = `${victim.issuer} ${victim.subject}`;
      expect(auditEvents).toMatchObject([{ actor, identities: [matching], ...victim }]);
      expect(JSON.stringify(auditEvents)).not.toContain(there);
    }
  });

  it('does not keep a person from acting as one that was bound elsewhere', async () => {
    const bound = await register(grove, acme, victim);
    const founded = await grove.post(`${IAM}/groups`, { name: `founded ${count}` }, acme);
    const root = String(ok(founded)['uid']);
    await bind(grove, root, bound, 'owner', acme);
    await register(grove, evil, victim);
    const exchanged = String(ok(await exchangeToken(grove, token))['access_token']);
    for (const by of [token, exchanged]) {
      const group = await newGroup(grove, root, `done ${by.length}`, { token: by });
      const path = `${IAM}/auditEvents?resource=${group}`;
      const { auditEvents } = ok(await grove.get(path, { token: by }));
      expect(auditEvents).toMatchObject([{ actor: bound, identities: [bound], ...victim }]);
      const view = { name: `mine ${by.length}`, collection: 'groups' };
      ok(await grove.post(`${IAM}/savedViews/${root}`, view, { token: by }));
    }
  });

  it('does not keep what a person saves elsewhere', async () => {
    const there = await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    await bind(grove, acme.root, here, 'owner', acme);
    const view = { name: 'mine', collection: 'groups' };
    ok(await grove.post(`${IAM}/savedViews/${acme.root}`, view, { token }));
    const kept = await rowsIn('SavedView').findFirst({ where: { parent: acme.root } });
    expect(kept?.owner).toBe(here);
    expect(there).not.toBe(here);
  });
});

describe('an invite', () => {
  it('is for the person who accepts it, whichever credentials they use', async () => {
    const code = await invite('viewer');
    const exchange = async (from: string) =>
      String(ok(await exchangeToken(grove, from))['access_token']);
    await register(grove, evil, victim);
    const exchanged = await exchange(token);
    const accept = (by: string) => grove.post('/auth/v1/invites:accept', { code }, { token: by });
    const { identity } = ok(await accept(exchanged));
    expect(identity).toMatchObject({ claimMatch: victim });
    for (const by of [exchanged, token, await exchange(exchanged)]) {
      ok(await grove.get(`${IAM}/groups/${acme.root}`, { token: by }));
    }
  });

  it('is for nobody who uses a token of one identity of another organization', async () => {
    const there = await register(grove, evil, victim);
    const narrow = ok(await exchangeToken(grove, token, { identity: there }))['access_token'];
    const code = await invite('viewer');
    const by = { token: String(narrow) };
    expect(preconditions(await grove.post('/auth/v1/invites:accept', { code }, by))).toEqual([
      'NO_IDENTITY',
    ]);
  });

  it('is accepted by accounts of other organizations, and follows them to a new address', async () => {
    const code = await invite('viewer');
    const { identity } = ok(await grove.post('/auth/v1/invites:accept', { code }, evil));
    expect(identity).toMatchObject({ claimMatch: { issuer: grove.url, subject: evil.owner } });
    ok(await grove.get(`${IAM}/groups/${acme.root}`, evil));
    const { uid } = identity as { uid: string };
    const former = 'https://former.example.com';
    const { recordUrl } = await import('#lib/auth/tokens/known-urls.ts');
    await recordUrl(former);
    await rowsIn('Identity').update({ where: { uid }, data: { issuer: former } });
    ok(await grove.get(`${IAM}/groups/${acme.root}`, evil));
  });
});

describe('a changed claim match', () => {
  const other = () => ({ issuer: issuer.issuer, subject: `other ${count}` });
  const rename = (uid: string, claimMatch: Json, by: { token: string }) =>
    grove.patch(`${IAM}/identities/${uid}`, { claimMatch }, by);

  it('ends the account, the sessions, the keys and the tokens of the identity', async () => {
    await bind(grove, evil.root, await register(grove, evil, other()), 'owner', evil);
    const key = { name: 'key', identityUid: evil.owner, ttl: '3600s' };
    const made = ok(await grove.post(`${IAM}/identityKeys/${evil.root}`, key, evil));
    const exchanged = ok(await exchangeToken(grove, evil.token))['access_token'];
    const headers = await signedIn({ issuer: grove.url, subject: evil.owner, provider: null });
    const browser = new TestBrowser(grove.url);
    const admin = { token: await issuer.sign({ sub: `other ${count}`, aud: grove.url }) };
    ok(await rename(evil.owner, victim, admin));
    for (const by of [evil.token, String(exchanged), String(made['key'])]) {
      failure(await grove.get('/auth/v1/me', { token: by }), 'UNAUTHENTICATED');
    }
    failure(await grove.get('/auth/v1/me', { token: null, headers }), 'UNAUTHENTICATED');
    expect(await browser.signIn(evil.email, PASSWORD)).toBe('CredentialsSignin');
    const me = ok(await grove.get('/auth/v1/me', { token }));
    expect(me['identities']).toMatchObject([{ uid: evil.owner, claimMatch: victim }]);
    // New tokens of the same identity work.
    ok(await grove.get('/auth/v1/me', { token: await grove.token(evil.owner) }));
  });

  it('of an editor does not let them in as somebody who is invited', async () => {
    const team = await newGroup(grove, acme.root, 'team', acme);
    const body = { roleUid: roleUidOf('editor'), ttl: '3600s' };
    const { code } = ok(await grove.post(`${IAM}/groupInvites/${team}`, body, acme));
    const editor = { email: `editor${count}@example.com`, password: PASSWORD, name: 'editor' };
    const joined = ok(
      await grove.post('/auth/v1/invites:accept', { code, ...editor }, { token: null }),
    );
    const { uid } = joined['identity'] as { uid: string };
    ok(await rename(uid, victim, { token: await grove.token(uid) }));
    const offer = await invite('owner');
    const accepted = ok(await grove.post('/auth/v1/invites:accept', { code: offer }, { token }));
    expect(accepted['identity']).toMatchObject({ uid });
    const browser = new TestBrowser(grove.url);
    expect(await browser.signIn(editor.email, PASSWORD)).toBe('CredentialsSignin');
    const { roleBindings } = ok(await grove.get(`${IAM}/roleBindings?group=${team}`, acme));
    const [first] = roleBindings as Json[];
    okEmpty(await grove.del(`${IAM}/roleBindings/${String(first?.['uid'])}`, acme));
  });

  it('makes the identity the newest of those that name the person', async () => {
    const first = await register(grove, acme, other());
    const team = { ...acme, root: await newGroup(grove, acme.root, 'team', acme) };
    const second = await register(grove, team, victim);
    ok(await rename(first, victim, acme));
    const { identity } = ok(
      await grove.post('/auth/v1/invites:accept', { code: await invite('viewer') }, { token }),
    );
    expect(identity).toMatchObject({ uid: second });
  });

  it('ends the effect of bindings elsewhere, until an owner there confirms them', async () => {
    const uid = await register(grove, evil, victim);
    const { uid: viewer } = await bindElsewhere(uid);
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
    ok(await rename(uid, other(), evil));
    const by = { token: await issuer.sign({ sub: `other ${count}`, aud: grove.url }) };
    denied(await grove.get(`${IAM}/groups/${acme.root}`, by), 'groups.list', acme.root);
    // Changing the claim match back does not restore the person.
    ok(await rename(uid, victim, evil));
    denied(await grove.get(`${IAM}/groups/${acme.root}`, { token }), 'groups.list', acme.root);
    const path = `${IAM}/roleBindings/${String(viewer)}`;
    expect(ok(await grove.get(path, acme))['unconfirmedTime']).toMatch(TIME);
    const confirm = (as: { token: string }) =>
      grove.post(`${IAM}/roleBindings:confirm`, { uid: viewer }, as);
    denied(await confirm(evil), 'role_bindings.create', String(viewer));
    const confirmed = ok(await confirm(acme));
    expect(confirmed).not.toHaveProperty('unconfirmedTime');
    expect(ok(await confirm(acme))).toEqual(confirmed);
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
  });

  it('makes no owner of whoever waits to be confirmed, whatever is asked', async () => {
    const uid = await register(grove, evil, victim);
    const { uid: bound } = await bindElsewhere(uid, 'owner');
    const asked = `groupUid=${acme.root}&capability=groups.delete`;
    const holders = async () => {
      const { roleBindings } = ok(await grove.get(`${IAM}/access:whoCan?${asked}`, acme));
      return (roleBindings as Json[]).map((one) => one['uid']);
    };
    const body = { identityUid: uid, groupUid: acme.root, capability: 'groups.delete' };
    const explained = async () => ok(await grove.post(`${IAM}/access:explain`, body, acme));
    expect(await holders()).toContain(bound);
    expect(await explained()).toMatchObject({ allowed: true });
    ok(await rename(uid, other(), evil));
    expect(await explained()).toMatchObject({ allowed: false, roleBindings: [] });
    const left = await holders();
    expect(left).not.toContain(bound);
    expect(left).toHaveLength(1);
    const refused = await grove.del(`${IAM}/roleBindings/${String(left[0])}`, acme);
    expect(preconditions(refused)).toEqual(['LAST_OWNER']);
  });

  it('gives keys of the other organization no role that is confirmed later', async () => {
    const uid = await register(grove, evil, victim);
    const { uid: viewer } = await bindElsewhere(uid, 'owner');
    ok(await rename(uid, other(), evil));
    const body = { name: 'key', identityUid: uid, ttl: '3600s' };
    const { key } = ok(await grove.post(`${IAM}/identityKeys/${evil.root}`, body, evil));
    ok(await grove.post(`${IAM}/roleBindings:confirm`, { uid: viewer }, acme));
    const by = { token: String(key) };
    denied(await grove.get(`${IAM}/groups/${acme.root}`, by), 'groups.list', acme.root);
  });

  it('is listed and confirmed on the command line', async () => {
    const uid = await register(grove, evil, victim);
    const viewer = String((await bindElsewhere(uid))['uid']);
    const listed = async (...args: string[]) =>
      ((await auditBindings(args)) as Json[]).filter((one) => one['uid'] === viewer);
    expect(await listed()).toEqual([]);
    ok(await rename(uid, other(), evil));
    const unconfirmed = [
      {
        identity: { uid },
        byItself: false,
        unconfirmedTime: expect.stringMatching(TIME) as string,
      },
    ];
    expect(await listed()).toMatchObject(unconfirmed);
    expect(await listed('--group', acme.root)).toMatchObject(unconfirmed);
    expect(await listed('--group', evil.root)).toEqual([]);
    const confirmed = (await bindingsConfirm([viewer])) as Json;
    expect(confirmed).toMatchObject({ uid: viewer, identity: { uid } });
    expect(confirmed).not.toHaveProperty('unconfirmedTime');
    expect(await listed()).toEqual([]);
    const query = `resource=${viewer}&type=grove.iam.role_binding.updated.v1`;
    const { auditEvents } = ok(await grove.get(`${IAM}/auditEvents?${query}`, acme));
    expect((auditEvents as Json[]).at(-1)).toMatchObject({ group: acme.root });
    // Earlier versions marked bindings of invites in this way.
    await rowsIn('RoleBinding').update({ where: { uid: viewer }, data: { byItself: true } });
    expect(await listed()).toMatchObject([{ byItself: true }]);
    const unknown = `${acme.root}/${'0'.repeat(16)}`;
    await expect(bindingsConfirm([unknown])).rejects.toThrow('does not exist');
  });

  it('that another identity gets is not one that it took itself', async () => {
    const other = await register(grove, evil, victim);
    await bind(grove, acme.root, await register(grove, acme, victim), 'owner', acme);
    const { uid: root } = ok(
      await grove.post(`${IAM}/groups`, { name: `moved ${count}` }, { token }),
    );
    const path = `${IAM}/roleBindings?group=${String(root)}`;
    const [binding] = ok(await grove.get(path, { token }))['roleBindings'] as Json[];
    const change = { identityUid: other };
    ok(await grove.patch(`${IAM}/roleBindings/${String(binding?.['uid'])}`, change, { token }));
    expect(await auditBindings(['--group', String(root)])).toEqual([]);
  });

  it('that changes nothing ends nothing', async () => {
    const uid = await register(grove, evil, victim);
    await bindElsewhere(uid);
    ok(await rename(uid, victim, evil));
    ok(await grove.patch(`${IAM}/identities/${uid}`, { description: 'x' }, evil));
    const noClaims = `${IAM}/identities/${uid}?updateMask=claimMatch.claims`;
    ok(await grove.patch(noClaims, { claimMatch: { claims: {} } }, evil));
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
  });

  it('is made although it takes the last owner from another organization', async () => {
    const uid = await register(grove, evil, victim);
    await bindElsewhere(uid, 'owner');
    const [first] = (await ownerBindings(acme)).filter(
      ({ identity }) => identity.uid === acme.owner,
    );
    okEmpty(await grove.del(`${IAM}/roleBindings/${first?.uid}`, { token }));
    ok(await rename(uid, other(), evil));
    failure(await grove.get(`${IAM}/groups/${acme.root}`, { token }), 'UNAUTHENTICATED');
  });

  it('and a deletion need no capability that other organizations granted the identity', async () => {
    const team = await newGroup(grove, evil.root, 'team', evil);
    const uid = await register(grove, { ...evil, root: team }, victim);
    await bindElsewhere(uid, 'editor');
    const editor = await register(grove, evil, other());
    await bind(grove, team, editor, 'editor', evil);
    const by = { token: await issuer.sign({ sub: `other ${count}`, aud: grove.url }) };
    ok(await rename(uid, { ...victim, subject: 'nobody' }, by));
    okEmpty(await grove.del(`${IAM}/identities/${uid}`, by));
  });

  it('of another organization prevents no key, which grants nothing there', async () => {
    const uid = await register(grove, evil, victim);
    await bind(grove, evil.root, uid, 'viewer', evil);
    await bindElsewhere(uid, 'owner');
    const made = { name: 'a key', identityUid: uid, ttl: '3600s' };
    const key = ok(await grove.post(`${IAM}/identityKeys/${evil.root}`, made, evil));
    const exchanged = ok(await exchangeToken(grove, String(key['key'])));
    const uses = [String(key['key']), String(exchanged['access_token'])];
    for (const use of uses) {
      ok(await grove.get(`${IAM}/groups/${evil.root}`, { token: use }));
      denied(
        await grove.get(`${IAM}/groups/${acme.root}`, { token: use }),
        'groups.list',
        acme.root,
      );
    }
    // The person keeps the access. Later bindings of the identity are for its keys too.
    ok(await grove.get(`${IAM}/groups/${acme.root}`, { token }));
    const later = await newGroup(grove, acme.root, 'later', acme);
    await bind(grove, later, uid, 'viewer', acme);
    for (const use of uses) ok(await grove.get(`${IAM}/groups/${later}`, { token: use }));
  });

  /** A person at acme who sees the identity creates the binding. */
  async function bindElsewhere(uid: string, role = 'viewer'): Promise<Json> {
    await bind(grove, evil.root, acme.owner, 'viewer', await seeingAcme());
    return bind(grove, acme.root, uid, role, acme);
  }

  /** An owner of evil who can see the owner of acme, because acme gave them a role. */
  async function seeingAcme(): Promise<{ token: string }> {
    const { code } = ok(
      await grove.post(
        `${IAM}/groupInvites/${acme.root}`,
        { roleUid: roleUidOf('viewer'), ttl: '60s' },
        acme,
      ),
    );
    ok(await grove.post('/auth/v1/invites:accept', { code }, evil));
    return evil;
  }

  const ownerBindings = async (by: Organization) =>
    ok(await grove.get(`${IAM}/roleBindings?group=${by.root}&role=${roleUidOf('owner')}`, by))[
      'roleBindings'
    ] as { uid: string; identity: { uid: string } }[];
});
