/** The identity providers that the sign-in page shows to a visitor. */
import { describe, expect } from 'vitest';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { newGroup } from '../support/people.ts';

let acme: Organization;
let own: Json;
let ofAcme: Json;

async function newProvider(group: string, name: string, by?: { token: string }): Promise<Json> {
  const oidc = { issuer: 'https://login.example.com', clientId: 'grove' };
  const path = `/iam/v2beta1/identityProviders/${group}`;
  const { uid } = ok(await grove.post(path, { name, oidc }, by));
  return { id: String(uid).replaceAll('/', '.'), name };
}

const offered = async (query = ''): Promise<Answer['body']> => {
  const answer = await grove.get(`/auth/v1/providers${query}`, { token: null });
  expect(answer.status).toBe(200);
  return answer.body;
};

it.beforeAll(async () => {
  own = await newProvider(grove.rootUid, 'staff');
});

// The second test starts with one more organization than the first.
describe('the providers on the sign-in page', { shuffle: false }, () => {
  it('are for everybody in an installation with one organization', async () => {
    expect(await offered()).toEqual([own]);
  });

  it('of several organizations are for nobody who says nothing', async () => {
    acme = await newOrganization(grove);
    ofAcme = await newProvider(await newGroup(grove, acme.root, 'people', acme), 'partners', acme);
    expect(await offered()).toEqual([]);
    const known = (await new TestBrowser(grove.url).ask('providers')).body as Json;
    expect(Object.keys(known)).toEqual(['credentials']);
  });

  it('are offered at the own address of an organization', async () => {
    expect(await offered(`?organization=${acme.root}`)).toEqual([ofAcme]);
    expect(await offered(`?organization=${acme.root}&organization=${grove.rootUid}`)).toEqual([
      ofAcme,
      own,
    ]);
    for (const guessed of [acme.root.slice(0, -1), 'a'.repeat(40), 'acme', '']) {
      expect(await offered(`?organization=${guessed}`)).toEqual([]);
    }
  });

  it('are offered to whoever has an address at a verified domain', async () => {
    const claim = { groupUid: acme.root, name: 'acme.example' };
    ok(await grove.post('/iam/v2beta1/groups:claimDomain', claim, acme));
    expect(await offered('?domain=acme.example')).toEqual([]);
    await rowsIn('Domain').update({ data: { verifiedName: 'acme.example' } });
    expect(await offered('?domain=acme.example')).toEqual([ofAcme]);
    expect(await offered('?domain=mail.acme.example')).toEqual([ofAcme]);
    expect(await offered('?domain=other.example')).toEqual([]);
  });

  it('have no other parameters', async () => {
    const ask = (query: string) => grove.get(`/auth/v1/providers?${query}`, { token: null });
    expect(badFields(await ask('email=a@acme.example'))).toEqual(['email']);
    expect(badFields(await ask('domain=a.example&domain=b.example'))).toEqual(['domain']);
    const many = Array.from({ length: 51 }, () => `organization=${acme.root}`).join('&');
    expect(badFields(await ask(many))).toEqual(['organization']);
  });
});
