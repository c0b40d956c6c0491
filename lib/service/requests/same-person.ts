/**
 * Whether somebody is one of the persons of an access request: who asked, or who gets the role. A person may have
 * several identities: those that the credentials match, those that name the same subject of the same issuer, and
 * those with the same verified e-mail address. Whoever made a key is behind it.
 */
import type { RowOf } from '#lib/resources/rows.ts';
import { namedBy } from '#lib/auth/matching/blocked.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { Reads } from '#lib/store/store.ts';

/** Who asked, with all identities that they acted as, and who gets the role. */
export type Persons = Pick<RowOf<'AccessRequest'>, 'requesterIdentities' | 'identityUid'>;

function marksOf(identity: RowOf<'Identity'>): string[] {
  const { uid, email, emailUnverified } = identity;
  const person = namedBy(identity);
  return [
    uid,
    ...(person === null ? [] : [JSON.stringify([person.issuer, person.subject])]),
    ...(email === null || emailUnverified === true ? [] : [email.toLowerCase()]),
  ];
}

export const personsOf = ({ requesterIdentities, identityUid }: Persons): string[] => [
  ...new Set([...requesterIdentities, identityUid]),
];

/** Whether each of the identities is of somebody else than those of `theirs`, in their order. */
export async function areOthers(
  reads: Reads,
  theirs: readonly string[],
  identities: readonly RowOf<'Identity'>[],
): Promise<boolean[]> {
  const rows = await reads.getAll('Identity', theirs);
  const marks = new Set([...theirs, ...rows.flatMap(marksOf)]);
  return identities.map((one) => !marksOf(one).some((mark) => marks.has(mark)));
}

/** Own identities of the caller, and all of whoever made the caller's key. */
async function identitiesBehind(
  reads: Reads,
  { principal: { key, ownIdentities } }: Call,
): Promise<string[]> {
  const row = key === undefined ? null : await reads.get('IdentityKey', key.uid);
  return [...new Set([...ownIdentities, ...(row?.makerIdentities ?? [])])];
}

/** Identities of the caller as a request keeps them, the one that represents the caller first. */
export async function identitiesToKeep(
  reads: Reads,
  call: Call,
  representative: string,
): Promise<string[]> {
  const behind = await reads.getAll('Identity', await identitiesBehind(reads, call));
  // Many people may match the pattern of an identity that is not their own.
  const own = behind.filter((one) => namedBy(one) !== null);
  return [...new Set([representative, ...own.map(({ uid }) => uid)])];
}

/** Whether the caller is somebody else than the persons of `theirs`. */
export async function isOther(
  reads: Reads,
  call: Call,
  theirs: readonly string[],
): Promise<boolean> {
  const behind = await identitiesBehind(reads, call);
  const uids = new Set([...call.principal.identities, ...behind]);
  if (theirs.some((uid) => uids.has(uid))) return false;
  const rows = await reads.getAll('Identity', behind);
  return (await areOthers(reads, theirs, rows)).every(Boolean);
}
