/** Independent organizations, and people whom several of them name. */
import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '#lib/auth/sessions/cookies.ts';
import { startSession } from '#lib/auth/sessions/sessions.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startOidcIssuer } from '../../support/oidc-issuer.ts';
import type { OidcIssuer } from '../../support/oidc-issuer.ts';
import { startGrove } from '../harness.ts';
import type { Json, TestGrove } from '../harness.ts';
import { rowsIn } from './database.ts';
import { ok } from './answers.ts';

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

let count = 0;

/** Two organizations, and a person who is in neither. */
export interface Parties {
  grove: TestGrove;
  issuer: OidcIssuer;
  evil: Organization;
  acme: Organization;
  person: { issuer: string; subject: string };
  /** A token of the person. */
  token: string;
}

/** Starts an installation for the file. Gives each test two new organizations in it and a new person. */
export function partiesForEachTest(receive: (parties: Parties) => void): void {
  let grove: TestGrove;
  let issuer: OidcIssuer;
  beforeAll(async () => {
    grove = await startGrove();
    issuer = await startOidcIssuer();
  });
  beforeEach(async () => {
    await rowsIn('Attempt').delete();
    const [evil, acme] = [await newOrganization(grove), await newOrganization(grove)];
    const person = { issuer: issuer.issuer, subject: `person ${(count += 1)}` };
    const token = await issuer.sign({ sub: person.subject, aud: grove.url });
    receive({ grove, issuer, evil, acme, person, token });
  });
  afterAll(async () => {
    await issuer.stop();
    await grove.stop();
  });
}

export async function newOrganization(grove: TestGrove): Promise<Organization> {
  const name = `organization ${(count += 1)}`;
  const email = `owner${count}@example.com`;
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
  const body = { name: `identity ${(count += 1)}`, claimMatch };
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
