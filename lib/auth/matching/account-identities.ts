/**
 * The identities of a person with an account: the account's own, and those that match its claims.
 */
import type { JWTPayload } from 'jose';
import { rootUid } from '#lib/aip/uid.ts';
import { keptStandingOf } from './blocked.ts';
import { identitiesMatching, type Matched } from './identities.ts';

/** The identity of the account, and those that other organizations have of its owner. */
export function ownOfAccount(
  account: string,
  others: readonly string[],
  { identities, blockedIn }: Pick<Matched, 'identities' | 'blockedIn'>,
): string[] {
  const elsewhere = others.filter((uid) => rootUid(uid) !== rootUid(account));
  return [account, ...elsewhere].filter(
    (uid) => identities.includes(uid) && !blockedIn.includes(rootUid(uid)),
  );
}

/**
 * The identity that an own token or a session names, and the other identities that match its
 * claims.
 */
export async function identitiesOfSubject(
  subject: string,
  claims: JWTPayload,
  revision?: string,
): Promise<Matched> {
  const matching = await identitiesMatching(claims, { isOwnRequest: true, revision });
  const named = await keptStandingOf([subject, ...matching.identities], revision);
  const blockedIn = [...new Set([...named.blockedIn, ...matching.blockedIn])].sort();
  return {
    identities: named.identities,
    own: ownOfAccount(subject, matching.own, { identities: named.identities, blockedIn }),
    blockedIn,
    isStopped: named.isStopped || matching.isStopped,
  };
}
