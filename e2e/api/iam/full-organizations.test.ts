/** Many organizations with patterns that match everybody, and their effect on other organizations. */
import { afterAll, expect } from 'vitest';
import { rootUid } from '#lib/aip/uid.ts';
import { fillOrganizations, MOST_PATTERNS } from '../../support/full-organizations.ts';
import type { FullOrganization } from '../../support/full-organizations.ts';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { grove, issuer as shared, withIssuer as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok, overLimit } from '../support/answers.ts';
import { bind, newGroup, newPerson } from '../support/people.ts';

/** The number of organizations. Two identities of each and one more fill an answer about the caller. */
const ORGANIZATIONS = 99;
/** The number of organizations with the maximum of patterns. The others have few. */
const FULL = 3;

let own: OidcIssuer;
let full: FullOrganization[];
let all: FullOrganization[];

it.beforeAll(async () => {
  own = await startOidcIssuer();
  full = await fillOrganizations(FULL, { issuer: shared.issuer });
  all = [
    ...full,
    ...(await fillOrganizations(ORGANIZATIONS - FULL, { issuer: shared.issuer, patterns: 4 })),
  ];
});

afterAll(() => own.stop());

const tokenOf = (issuer: OidcIssuer) => issuer.sign({ sub: 'machine', aud: grove.url });

async function identitiesOf(token: string): Promise<string[]> {
  const me = ok(await grove.get('/auth/v1/me', { token }));
  return (me['identities'] as Json[]).map(({ uid }) => String(uid));
}

const addTo = (group: string, name: string, claimMatch: Json) =>
  grove.post(`/iam/v2beta1/identities/${group}`, { name, claimMatch });

it('serves callers of another organization, who see nothing of them', async () => {
  const person = await newPerson(grove);
  await bind(grove, grove.rootUid, person.uid, 'viewer');
  expect(await identitiesOf(person.token)).toEqual([person.uid]);
  const list = ok(await grove.get('/iam/v2beta1/groups', { token: person.token }));
  expect((list['groups'] as Json[]).map(({ uid }) => rootUid(String(uid)))).toEqual(
    (list['groups'] as Json[]).map(() => grove.rootUid),
  );
});

it('matches tokens of an issuer that one organization registered only there', async () => {
  const claimMatch = { issuer: own.issuer, subject: 'machine' };
  const { uid } = ok(await addTo(grove.rootUid, 'own machine', claimMatch));
  expect(await identitiesOf(await tokenOf(own))).toEqual([uid]);
});

it('matches tokens of a shared issuer in every organization, and grants nothing by that', async () => {
  const claimMatch = { issuer: shared.issuer, subject: 'machine' };
  const { uid } = ok(await addTo(grove.rootUid, 'shared machine', claimMatch));
  const token = await tokenOf(shared);
  const identities = await identitiesOf(token);
  expect(identities).toContain(uid);
  // From each of the others come the two identities that match everybody.
  expect(identities).toHaveLength(1 + 2 * all.length);
  const roots = new Set(identities.filter((one) => one !== uid).map(rootUid));
  expect(all.filter(({ root }) => !roots.has(root))).toEqual([]);
  // None of them has a role, so the token gives no access there or here.
  failure(await grove.get(`/iam/v2beta1/groups/${full[0]?.root}`, { token }), 'PERMISSION_DENIED');
  expect(ok(await grove.get('/iam/v2beta1/groups', { token }))['totalCount']).toBe('0');
});

it('refuses more patterns in each of them, and none in another', async () => {
  const claimMatch = { issuer: shared.issuer, subjectPattern: 'more' };
  ok(await addTo(await newGroup(grove, grove.rootUid), 'more', claimMatch));
  for (const { root, owner } of full) {
    const body = { name: 'more', claimMatch };
    const options = { token: await grove.token(owner) };
    const answer = await grove.post(`/iam/v2beta1/identities/${root}`, body, options);
    overLimit(answer, 'patternIdentities', root, MOST_PATTERNS);
  }
});
