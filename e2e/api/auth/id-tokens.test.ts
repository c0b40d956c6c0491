/** ID tokens of sign-ins, which are not accepted as bearer tokens. */
import { afterEach, beforeEach, expect } from 'vitest';
import { config } from '#lib/config.ts';
import { grove, issuer, newName, withIssuer as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { exchangeToken } from '../support/exchange.ts';
import { newOrganization, register } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';

const CLIENT = 'the-console';
const WORKLOADS = 'https://workloads.example.com';

let acme: Organization;
let subject: string;

beforeEach(async () => {
  acme = await newOrganization(grove);
  subject = newName('person');
});

afterEach(() => {
  Object.assign(config(), { areIdTokensBearers: false });
});

async function addProvider({ root, token }: Organization, clientId: string): Promise<string> {
  const body = { name: `provider ${clientId}`, oidc: { issuer: issuer.issuer, clientId } };
  const path = `/iam/v2beta1/identityProviders/${root}`;
  return String(ok(await grove.post(path, body, { token }))['uid']);
}

const named = (audience: string): Json => ({ issuer: issuer.issuer, subject, audience });

const tokenFor = (...aud: string[]) => issuer.sign({ sub: subject, aud });

const asking = (token: string) => grove.get('/auth/v1/me', { token });

it('do not match, until another client signs people in', async () => {
  await register(grove, acme, named(CLIENT));
  const token = await tokenFor(CLIENT);
  ok(await asking(token));
  const uid = await addProvider(acme, CLIENT);
  failure(await asking(token), 'UNAUTHENTICATED');
  const asIdToken = { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' };
  expect((await exchangeToken(grove, token, asIdToken)).status).toBe(400);
  const oidc = { issuer: issuer.issuer, clientId: 'another-client' };
  ok(await grove.patch(`/iam/v2beta1/identityProviders/${uid}`, { oidc }, acme));
  ok(await asking(token));
});

it('match where the operator allows it', async () => {
  await register(grove, acme, named(CLIENT));
  await addProvider(acme, CLIENT);
  Object.assign(config(), { areIdTokensBearers: true });
  ok(await asking(await tokenFor(CLIENT)));
});

it('leave tokens alone that are for workloads or for this installation', async () => {
  await register(grove, acme, named(WORKLOADS));
  await addProvider(acme, CLIENT);
  ok(await asking(await tokenFor(WORKLOADS)));
  failure(await asking(await tokenFor(CLIENT, WORKLOADS)), 'UNAUTHENTICATED');
  await register(grove, acme, { issuer: issuer.issuer, subject: `${subject} of Grove` });
  ok(await asking(await issuer.sign({ sub: `${subject} of Grove`, aud: [CLIENT, grove.url] })));
});

it('of one organization are none of another one', async () => {
  await register(grove, acme, named(WORKLOADS));
  const token = await tokenFor(WORKLOADS);
  await addProvider(await newOrganization(grove), WORKLOADS);
  ok(await asking(token));
});
