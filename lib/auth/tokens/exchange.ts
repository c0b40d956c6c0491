/**
 * OAuth 2.0 token exchange: a token of any registered issuer in exchange for one of the
 * installation's own.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { decodeJwt, type JWTPayload } from 'jose';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { countAccess } from '#lib/auth/access-record.ts';
import { countCaller } from '#lib/auth/identify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { recordingRefused } from '#lib/auth/refused-uses.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { looksLikeKey } from '#lib/secrets/identity-key-text.ts';
import { fromToken } from './from-token.ts';
import { isOwnUrl } from './known-urls.ts';
import { isKnownAt, markSeenAt, noteCaller, seenAmong } from '#lib/auth/last-seen.ts';
import { mintToken, narrowedTo } from './minting.ts';
import { inParameter, invalidRequest, OAuthError, onlyValue } from './oauth-requests.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TYPE = 'urn:ietf:params:oauth:token-type:';
const SUBJECT_TYPES = [`${TYPE}jwt`, `${TYPE}id_token`, `${TYPE}access_token`];
const ISSUED_TYPES = [`${TYPE}access_token`, `${TYPE}jwt`];
/** The longest life of an exchanged token, in seconds. */
export const MAX_TTL_S = 3_600;
/** A token with more identities would not fit into a header. */
export const MAX_IDENTITIES = 50;

async function checkParameters(form: URLSearchParams): Promise<void> {
  const grant = onlyValue(form, 'grant_type');
  if (grant === null) throw invalidRequest('grant_type is required');
  if (grant !== GRANT) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT}`);
  }
  // Whoever asks for a delegation must not get a token that hides who acts.
  if (form.has('actor_token')) throw invalidRequest('actor_token is not supported');
  const subjectType = onlyValue(form, 'subject_token_type');
  if (subjectType === null || !SUBJECT_TYPES.includes(subjectType)) {
    throw invalidRequest(`subject_token_type must be one of ${SUBJECT_TYPES.join(', ')}`);
  }
  const requested = onlyValue(form, 'requested_token_type');
  if (requested !== null && !ISSUED_TYPES.includes(requested)) {
    throw invalidRequest(`requested_token_type must be one of ${ISSUED_TYPES.join(', ')}`);
  }
  // A token is for all targets that are named (RFC 8693, section 2.1).
  for (const target of [...form.getAll('audience'), ...form.getAll('resource')]) {
    if (target !== '' && !(await isOwnUrl(target))) {
      throw new OAuthError('invalid_target', `tokens are issued for ${config().url} only`);
    }
  }
  if (onlyValue(form, 'scope') !== null) {
    throw new OAuthError('invalid_scope', 'there are no scopes; roles say what a token may do');
  }
}

function lifetime(form: URLSearchParams): number {
  const text = onlyValue(form, 'expires_in');
  if (text === null) return MAX_TTL_S;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MAX_TTL_S) {
    throw invalidRequest(`expires_in must be 1 to ${MAX_TTL_S} seconds`);
  }
  return seconds;
}

/** Seconds until the time, in seconds since 1970. An exchange prolongs nothing. */
const secondsUntil = (time: number) => Math.max(1, Math.floor(time - Date.now() / 1000));

/** The claims of a token of this installation, which was verified; null for others and for keys. */
async function ownClaims(token: string): Promise<JWTPayload | null> {
  if (looksLikeKey(token)) return null;
  const claims = decodeJwt(token);
  return (await isOwnUrl(String(claims.iss))) ? claims : null;
}

/**
 * The identities that the new token acts as, its subject first. Any organization can add identities that
 * match the token, and must not void its exchange elsewhere. So organizations whose own identity the
 * caller has used come first, then the organizations with the fewest identities. If there are too many identities,
 * the own identity of each organization comes before all other identities.
 */
async function actsAs(
  { identities, home, ownIdentities }: Principal,
  named: string | null,
): Promise<[string, ...string[]]> {
  if (named !== null) {
    if (identities.includes(named)) return [named];
    throw invalidRequest('identity: is not an identity that the token matches');
  }
  const candidates = home === null ? ownIdentities : [home];
  const used = await seenAmong(candidates);
  const rank = ({ own }: { own: string | undefined }) => {
    if (own === undefined) return used.length + 1;
    return used.includes(own) ? used.indexOf(own) : used.length;
  };
  const [first, ...others] = [...Map.groupBy(identities, rootUid).values()]
    .map((some) => ({ some, own: candidates.find((uid) => some.includes(uid)) }))
    .sort((a, b) => rank(a) - rank(b) || a.some.length - b.some.length);
  if (first?.own === undefined) {
    throw new OAuthError(
      'invalid_request',
      'subject_token: only patterns match it; name one of its identities as identity',
      'NO_IDENTITY',
    );
  }
  if (first.some.length > MAX_IDENTITIES) {
    throw invalidRequest(`subject_token: matches more than ${MAX_IDENTITIES} identities; name one`);
  }
  const kept = new Set([first.own, ...first.some]);
  const isUsed = ({ own = '' }) => used.includes(own);
  const parts = [others.filter(isUsed), others.filter((one) => !isUsed(one))].flatMap((ones) => [
    ...ones.map(({ own }) => (own === undefined ? [] : [own])),
    ...ones.map(({ some }) => some),
  ]);
  for (const part of parts) {
    const more = part.filter((uid) => !kept.has(uid));
    if (kept.size + more.length <= MAX_IDENTITIES) more.forEach((uid) => kept.add(uid));
  }
  return [first.own, ...[...kept].filter((uid) => uid !== first.own)];
}

/**
 * The new token acts as the identities that the given token matches now, or only as the one that
 * `identity` names. Its subject is the caller's own identity, or the named one. A key of an identity
 * is taken like a token; the new token ends with it.
 *
 * @param address the client's, for keys that are bound to networks.
 * @returns the response of RFC 8693, section 2.2.1.
 * @throws OAuthError that names the flaw of the request or its token.
 */
export async function exchangeToken(form: URLSearchParams, address: string): Promise<JsonObject> {
  await checkParameters(form);
  const ttl = lifetime(form);
  const token = onlyValue(form, 'subject_token');
  if (token === null) throw invalidRequest('subject_token is required');
  const since = Date.now();
  const client = { network: clientNetwork(address) };
  const principal = await inParameter('subject_token', () =>
    recordingRefused(client, () => fromToken(token, { address })),
  );
  await countCaller(principal, 'token');
  const own = await ownClaims(token);
  const named = onlyValue(form, 'identity') ?? (own && narrowedTo(own));
  const identities = await actsAs(principal, named);
  const { issuer, subject: sub, key } = principal;
  const ends = [own?.exp, key && key.expires / 1_000].filter((time) => time !== undefined);
  const seconds = Math.min(ttl, ...ends.map(secondsUntil));
  const act = { iss: issuer, sub };
  const [subject] = identities;
  if (named === null) await noteCaller(principal, since);
  else markSeenAt({ identities }, named, since);
  if (named !== null || (await isKnownAt(principal, subject))) {
    countAccess('token.exchanged', subject, principal, {
      network: clientNetwork(address),
      credential: key?.uid,
    });
  }
  return {
    access_token: await mintToken(subject, seconds, {
      identities: identities.toSorted(),
      act,
      key: key?.uid,
      isWhole: named === null && principal.isWhole,
    }),
    issued_token_type: onlyValue(form, 'requested_token_type') ?? `${TYPE}access_token`,
    token_type: 'Bearer',
    expires_in: seconds,
  };
}
