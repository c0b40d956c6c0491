/**
 * Helping somebody who cannot sign in. Whoever has a link for a new password, or has removed second
 * factors, may become that person.
 */
import { isApiError, permissionDenied, refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { reachOf } from '#lib/access/reach.ts';
import { naming, namedBy, standingOf, standingOfMaker } from '#lib/auth/matching/blocked.ts';
import type { Maker, Person } from '#lib/auth/matching/blocked.ts';
import { namedAt } from '#lib/auth/matching/named-since.ts';
import { uidsByPattern } from '#lib/auth/matching/pattern-candidates.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { maySeeSystem, organizationsToSeeBy } from '#lib/service/system/viewers.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import type { Grant } from '#lib/store/handles.ts';
import type { Reads } from '#lib/store/store.ts';
import { requireMayTakeAccess } from './block.ts';
import { grantsOf, requireAll } from './granting.ts';
import { takeableBy } from './takeable.ts';

type Identity = RowOf<'Identity'>;

/**
 * Whoever signs in with a password of the identity. Its claim match may have changed since the
 * account was created, and so may the address of the installation.
 */
async function personsOf(uid: string): Promise<Person[]> {
  return [...(await ownUrls())].map((issuer) => ({ issuer, subject: uid }));
}

/**
 * Only those who may take away all that a person has in this organization see how the person signs in.
 *
 * @throws ApiError PERMISSION_DENIED
 */
export async function requireMaySeeFactors(reads: Reads, call: Call, row: Identity): Promise<void> {
  for (const person of await personsOf(row.uid)) {
    await requireMayTakeAccess(reads, call, { ...row, ...person });
  }
}

interface Held {
  /** The identities of this organization, and those with which the person accepted something elsewhere. */
  identities: string[];
  grants: Grant[];
}

/**
 * What the person may do in this organization, by identities that match them or may match them at a
 * sign-in with other claims, and the roles that they took elsewhere by themselves. Roles that others gave
 * them elsewhere do not count. Blocked identities count, since somebody may unblock them, and so do roles that begin later.
 */
async function heldBy(reads: Reads, row: Identity): Promise<Held> {
  const persons = [...(await personsOf(row.uid)), namedBy(row)].filter((one) => one !== null);
  const named = await reads.find('Identity', naming(persons));
  const uids = new Set([row.uid, ...named.map(({ uid }) => uid)]);
  const share = await shareOf(row.uid, reads);
  for (const one of persons) {
    for (const uid of await uidsByPattern(one, [share])) uids.add(uid);
  }
  const isHere = (uid: string) => rootUid(uid) === rootUid(row.uid);
  const here = (await reads.grants([...uids], { withComing: true })).filter(({ group }) =>
    isHere(group),
  );
  const taken = await takenBy(reads, [row, ...named]);
  const elsewhere = taken.filter(({ parent }) => !isHere(parent));
  return {
    identities: [...uids].filter(
      (uid) => isHere(uid) || elsewhere.some(({ identityUid }) => identityUid === uid),
    ),
    grants: [
      ...here,
      ...(await grantsOf(reads, elsewhere)),
      ...(await takeableBy(reads, [...uids], rootUid(row.uid))),
    ],
  };
}

/** The bindings that the person took. An identity may have named somebody else before. */
async function takenBy(reads: Reads, named: readonly Identity[]): Promise<RowOf<'RoleBinding'>[]> {
  const rows = new Map(named.map((row) => [row.uid, row]));
  const whereOne = isIn('identityUid', [...rows.keys()]);
  const whereKept = all(is('unconfirmedTime', null), whereNotEnded);
  const whereTaken = all(whereOne, is('byItself', true), whereKept);
  const bindings = await reads.rows('RoleBinding', whereTaken);
  return bindings.filter(({ identityUid, createTime }) => {
    const row = rows.get(identityUid);
    return row !== undefined && namedAt(row, createTime);
  });
}

/** @throws ApiError FAILED_PRECONDITION `KEY_NOT_ALLOWED`, `OWN_IDENTITY`, `IDENTITY_BLOCKED`. */
async function requireFitting(reads: Reads, { principal }: Call, uid: string): Promise<void> {
  if (principal.key !== undefined) {
    const words = 'a key cannot help others to sign in; sign in, or use a token of your issuer';
    throw refusal('KEY_NOT_ALLOWED', words, principal.key.uid);
  }
  const isSelf = principal.subject === uid && (await isOwnUrl(principal.issuer));
  if (isSelf || principal.identities.includes(uid)) {
    throw refusal('OWN_IDENTITY', 'this is you; use your own settings', uid);
  }
  const { blockedIn } = await standingOf([uid], null, reads);
  if (blockedIn.includes(rootUid(uid))) {
    throw refusal('IDENTITY_BLOCKED', 'the identity is blocked; unblock it first', uid);
  }
}

/**
 * The caller must hold all that {@link heldBy} says.
 *
 * @param row the identity of the account.
 * @throws ApiError PERMISSION_DENIED that names what the caller lacks; FAILED_PRECONDITION
 *   `KEY_NOT_ALLOWED`, `OWN_IDENTITY`, `IDENTITY_BLOCKED`.
 */
export async function requireMayRecover(reads: Reads, call: Call, row: Identity): Promise<void> {
  await requireMaySeeFactors(reads, call, row);
  const { identities, grants } = await heldBy(reads, row);
  for (const { group, capabilities } of grants) {
    // The error must not name a group that the caller may not see.
    if (!call.reach.holds('groups.list', group)) throw tooMuch(row.uid);
    requireAll(call, capabilities, group);
  }
  const seesSystem = (await organizationsToSeeBy(identities)).length > 0;
  if (seesSystem && !(await maySeeSystem(call))) throw tooMuch(row.uid);
  await requireFitting(reads, call, row.uid);
}

const tooMuch = (uid: string) =>
  permissionDenied(
    ['role_bindings.create'],
    uid,
    'this person may do more than you; ask an operator',
  );

/** Whether {@link requireMayRecover} passes. */
export async function mayRecover(reads: Reads, call: Call, row: Identity): Promise<boolean> {
  try {
    await requireMayRecover(reads, call, row);
    return true;
  } catch (error) {
    if (isApiError(error)) return false;
    throw error;
  }
}

/**
 * Whether the maker of a link still holds all that the person does. Otherwise the link could give its
 * maker rights that the person got later, or that the maker has lost.
 */
export async function stillHoldsAll(reads: Reads, maker: Maker, row: Identity): Promise<boolean> {
  const reach = await reachOf(await standingOfMaker(maker));
  const { grants } = await heldBy(reads, row);
  return (
    reach.holds('identity.update', row.uid) &&
    grants.every(({ group, capabilities }) => reach.missing(capabilities, group).length === 0)
  );
}
