/** Reads a person from the claims of the issuer that signed them in. */
import { z } from 'zod';
import { email, shortened } from '#lib/resources/fields.ts';
import { plainName } from '#lib/resources/names.ts';
import { isEmailVerified, type Claims } from '#lib/auth/matching/claim-checks.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { committed } from '#lib/store/store.ts';

export interface Person {
  issuer: string;
  subject: string;
  /** Lower case; null if the issuer sends none. */
  email: string | null;
  emailVerified: boolean;
  name: string;
}

const text = z.string().transform(plainName).pipe(z.string().min(1));

/** @param claims verified claims of an ID token or of its user info. */
export function personOf(claims: Claims): Person {
  const subject = String(claims['sub']);
  const address = email.safeParse(claims['email']).data ?? null;
  const name = text.safeParse(claims['name']).data ?? address ?? plainName(subject);
  return {
    issuer: String(claims['iss']),
    subject,
    email: address,
    emailVerified: isEmailVerified(claims),
    name: shortened(name),
  };
}

export interface VouchedPerson extends Person {
  /** The address that the issuer does not vouch for, because another organization has its domain. */
  withheldEmail: string | null;
}

/**
 * The person of the claims, without an address that is not for their issuer to vouch for. Without
 * an address, the person still signs in as issuer and subject.
 */
export async function vouchedPersonOf(claims: Claims): Promise<VouchedPerson> {
  const person = personOf(claims);
  const { issuer, email } = person;
  const emails = email === null ? [] : [email];
  if ((await withholdersOf(committed, issuer, emails)).length === 0) {
    return { ...person, withheldEmail: null };
  }
  const { email: _, ...rest } = claims;
  return { ...personOf(rest), withheldEmail: email };
}

/** When the person last proved to the issuer who they are, in milliseconds, if it says so. */
export function authenticationTime(claims: Claims): number | undefined {
  const seconds = z.number().min(0).safeParse(claims['auth_time']).data;
  return seconds === undefined ? undefined : seconds * 1000;
}
