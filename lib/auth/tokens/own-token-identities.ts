/** The identities that a token of this installation acts as. */
import type { JWTPayload } from 'jose';
import { identitiesOfSubject, ownOfAccount } from '#lib/auth/matching/account-identities.ts';
import { standingOf } from '#lib/auth/matching/blocked.ts';
import {
  identitiesNaming,
  ownIdentitiesAmong,
  unchangedSince,
  type Matched,
} from '#lib/auth/matching/identities.ts';
import { config } from '#lib/config.ts';
import { isOwnUrl } from './known-urls.ts';
import { exchangedFrom, issuedAt, WHOLE_CLAIM } from './minting.ts';

const NOBODY: Matched = { identities: [], own: [], blockedIn: [], isStopped: false };

/** If the claim match of an identity changed after the token was issued, the token no longer acts as it. */
export async function identitiesOfToken(claims: JWTPayload, revision: string): Promise<Matched> {
  const carried = claims['identities'];
  const time = issuedAt(claims);
  const caller = exchangedFrom(claims);
  const isOfAccount = caller === null || (await isOwnUrl(caller.issuer));
  const account = caller === null ? String(claims.sub) : caller.subject;
  if (isOfAccount && (await unchangedSince([account], time)).length === 0) return NOBODY;
  if (!Array.isArray(carried)) return identitiesOfSubject(account, claims, revision);
  const uids = await unchangedSince(carried.map(String), time);
  if (caller !== null && claims[WHOLE_CLAIM] === true) {
    uids.push(...(await identitiesNaming(caller)));
  }
  if (!isOfAccount && caller !== null) {
    const standing = await standingOf(uids, caller);
    const own = await ownIdentitiesAmong(standing.identities, caller, standing.blockedIn);
    return { ...standing, own };
  }
  // A token that was narrowed to other identities still belongs to the person of the account, whose
  // blocks and own identities count.
  const carriedUids = new Set(uids);
  const person = { issuer: config().url, subject: account };
  const standing = await standingOf([...new Set([...uids, account])], person);
  const identities = standing.identities.filter((uid) => carriedUids.has(uid));
  const others = await ownIdentitiesAmong(identities, person, standing.blockedIn);
  return {
    ...standing,
    identities,
    own: ownOfAccount(account, others, { ...standing, identities }),
  };
}
