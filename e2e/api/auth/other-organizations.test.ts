/** What an organization writes about a person has no effect outside of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { startGrove } from '../harness.ts';
import type { Json, TestGrove } from '../harness.ts';
import { denied, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { exchangeToken } from '../support/exchange.ts';
import { newOrganization, register, signedIn } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { bind, newGroup, roleUidOf } from '../support/people.ts';

const IAM = '/iam/v2beta1';

let grove: TestGrove;
let issuer: OidcIssuer;
let evil: Organization;
let acme: Organization;
let victim: { issuer: string; subject: string };
let token: string;
let count = 0;

beforeAll(async () => {
  grove = await startGrove();
  issuer = await startOidcIssuer();
});

afterAll(async () => {
  await issuer.stop();
  await grove.stop();
});

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  evil = await newOrganization(grove);
  acme = await newOrganization(grove);
  victim = { issuer: issuer.issuer, subject: `victim ${(count += 1)}` };
  token = await issuer.sign({ sub: victim.subject, aud: grove.url });
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

  it('is not the actor of what a person does elsewhere', async () => {
    await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    await bind(grove, acme.root, here, 'owner', acme);
    const group = await newGroup(grove, acme.root, 'done', { token });
    const path = `${IAM}/auditEvents?resource=${group}`;
    const { auditEvents } = ok(await grove.get(path, acme));
    expect(auditEvents).toMatchObject([{ actor: here, identities: [here], ...victim }]);
  });

  it('does not keep what a person saves elsewhere', async () => {
    const there = await register(grove, evil, victim);
    const here = await register(grove, acme, victim);
    await bind(grove, acme.root, here, 'owner', acme);
    const view = { name: 'mine', collection: 'groups' };
    ok(await grove.post(`${IAM}/savedViews/${acme.root}`, view, { token }));
    expect((await rowsIn('SavedView').findOnly()).owner).toBe(here);
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
