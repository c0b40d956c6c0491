import { withheldBy } from '#lib/auth/matching/vouching.ts';
import type { Claims } from '#lib/auth/matching/claim-checks.ts';
import { committed } from '#lib/store/store.ts';
import { personOf, type Person } from './person.ts';

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
  if (email === null || (await withheldBy(committed, issuer, email)) === null) {
    return { ...person, withheldEmail: null };
  }
  const { email: _, ...rest } = claims;
  return { ...personOf(rest), withheldEmail: email };
}
