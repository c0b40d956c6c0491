/** Independent organizations, and people whom several of them name. */
import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '#lib/auth/sessions/cookies.ts';
import { startSession } from '#lib/auth/sessions/sessions.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { withIssuerAndTransports } from '../fixtures.ts';
import type { Json, TestGrove } from '../harness.ts';
import { rowsIn } from './database.ts';
import { ok } from './answers.ts';
import { newName } from './names.ts';

const IAM = '/iam/v2beta1';
export const PASSWORD = 'correct horse battery staple';

export interface Organization {
  root: string;
  /** The address of its owner, whose password is {@link PASSWORD}. */
  email: string;
  /** The identity of its owner, and a token of it. */
  owner: string;
  token: string;
}

/** Two organizations, and a person who is in neither, with a token: new ones for each test. */
export let evil: Organization;
export let acme: Organization;
export let person: { issuer: string; subject: string };
export let token: string;

export const withParties = withIssuerAndTransports.extend<{ $test: { parties: undefined } }>({
  parties: [
    async ({ grove, issuer }, use) => {
      await rowsIn('Attempt').delete();
      [evil, acme] = [await newOrganization(grove), await newOrganization(grove)];
      person = { issuer: issuer.issuer, subject: newName('person') };
      token = await issuer.sign({ sub: person.subject, aud: grove.url });
      await use(undefined);
    },
    { auto: true },
  ],
});

export async function newOrganization(grove: TestGrove): Promise<Organization> {
  const name = newName('organization');
  const email = `${name.replace(' ', '-')}@example.com`;
  const made = await createOrganization({ name, ownerEmail: email, ownerPassword: PASSWORD });
  const owner = String(made.identity['uid']);
  return { root: String(made.group['uid']), email, owner, token: await grove.token(owner) };
}

/** An identity in the organization. */
export async function register(
  grove: TestGrove,
  { root, token }: Pick<Organization, 'root' | 'token'>,
  claimMatch: Json,
): Promise<string> {
  const body = { name: newName('identity'), claimMatch };
  return String(ok(await grove.post(`${IAM}/identities/${root}`, body, { token }))['uid']);
}

interface SignedInPerson {
  issuer: string;
  subject: string;
  /** The provider's uid; null for an account. */
  provider: string | null;
  claims?: Json;
}

/** The headers of a browser in which the person has just signed in. */
export async function signedIn({
  issuer,
  subject,
  provider,
  claims = {},
}: SignedInPerson): Promise<{ cookie: string; 'sec-fetch-site': string }> {
  const session = await startSession(
    {
      issuer,
      subject,
      email: String(claims['email'] ?? ''),
      name: subject,
      userAgent: 'a browser',
      network: '203.0.113.9',
      claims: { iss: issuer, sub: subject, ...claims },
      provider,
      providerSid: null,
      passkeySince: null,
      secondFactor: false,
    },
    () => Promise.resolve(true),
  );
  const token = await encode({ token: { session }, secret: secrets().session });
  return { cookie: `${sessionCookieName()}=${token}`, 'sec-fetch-site': 'same-origin' };
}
