/**
 * What blocks stop. An identity that names an issuer and a subject literally is one person, so its block
 * stops that person: no role binding in the block's group or below it grants them access. That group is the
 * root group, for the whole organization, if whoever blocked them had the right there. What groups above it
 * grant, and other organizations, stays: they decide for themselves. A blocked identity with patterns grants
 * nothing to anybody.
 */
import { inOrder } from '#lib/in-order.ts';
import { isRootUid, isSameOrBelow, rootUid, topmost } from '#lib/aip/uid.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { all, any, is, isIn, moreThan, not } from '#lib/store/predicates.ts';
import { committed, type Reads } from '#lib/store/store.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { countsFor, isConfirmed, rootsJoined } from './joined.ts';
import { namedAt } from './named-since.ts';

type Identity = RowOf<'Identity'>;

/** Somebody as an issuer knows them: `iss` and `sub` of their tokens. */
export interface Person {
  issuer: string;
  subject: string;
}

/** Whom the identity names literally; null if it has a pattern for issuer or subject. */
export function namedBy({ issuer, subject }: Pick<Identity, keyof Person>): Person | null {
  return issuer === null || subject === null ? null : { issuer, subject };
}

/** The cause in an error. Only callers with valid credentials see it. */
export const BLOCKED = 'the identity is blocked; ask an administrator of its organization';

/** Identities that name one of the persons literally. */
export const naming = (persons: readonly Person[]) =>
  any(...persons.map(({ issuer, subject }) => all(is('issuer', issuer), is('subject', subject))));

/** The group of a blocked person's block. Blocks of earlier versions are of the whole organization. */
export const groupOfBlock = ({ uid, blockedGroup }: Pick<Identity, 'uid' | 'blockedGroup'>) =>
  blockedGroup ?? rootUid(uid);

/** The topmost groups in which blocked rows stop the persons whom they name literally. */
export function groupsOfBlocks(rows: readonly Identity[]): string[] {
  const blocks = rows.filter((row) => row.blockedTime !== null && namedBy(row) !== null);
  return topmost(blocks.map(groupOfBlock)).sort();
}

/** Whether role bindings at the group have no effect for a caller who is blocked in these groups. */
export const isBlockedAt = (blockedIn: readonly string[], group: string): boolean =>
  blockedIn.some((blocked) => isSameOrBelow(group, blocked));

/** A comparison, not a test for null, so that every database uses the index. */
const whereBlocked = moreThan('blockedTime', new Date(0));

/** The databases bound how many conditions one statement has. */
const AT_A_TIME = 100;

async function blocksOf(reads: Reads, persons: readonly Person[]): Promise<Identity[]> {
  const each = [...new Map(persons.map((one) => [keyOf(one), one])).values()];
  const found: Identity[] = [];
  for (let at = 0; at < each.length; at += AT_A_TIME) {
    const named = naming(each.slice(at, at + AT_A_TIME));
    found.push(...(await reads.rows('Identity', all(named, whereBlocked))));
  }
  return found;
}

export interface Standing {
  /** Those of the identities that still grant something, or would if they were bound; sorted. */
  identities: string[];
  /** The topmost groups in which the caller is blocked. */
  blockedIn: string[];
  /** True if a block stops one of the identities entirely. */
  isStopped: boolean;
}

/**
 * Removes the identities that blocks take from a caller.
 *
 * @param rows the identities that match the caller.
 * @param blockedIn the groups where the caller is blocked. If an organization blocks the caller in its root group,
 *   its identities of the caller remain only for role bindings in other organizations.
 */
export async function leftOf(
  rows: readonly Identity[],
  blockedIn: readonly string[],
  reads: Reads = committed,
): Promise<Standing> {
  const roots = blockedIn.filter(isRootUid);
  const granting = rows.filter((row) => row.blockedTime === null || namedBy(row) !== null);
  const inside = granting.filter(({ uid }) => roots.includes(rootUid(uid))).map(({ uid }) => uid);
  const bound = inside.length === 0 ? [] : await reads.boundElsewhere(inside, roots);
  const elsewhere = new Set(bound.map(({ uid }) => uid));
  const left = granting
    .map(({ uid }) => uid)
    .filter((uid) => !inside.includes(uid) || elsewhere.has(uid));
  return {
    identities: left.sort(),
    blockedIn: [...blockedIn],
    isStopped: left.length < rows.length,
  };
}

/**
 * As {@link leftOf}, for identities that matched earlier. Also removes identities that their person
 * has not confirmed.
 *
 * @param caller issuer and subject of the caller, whose blocks count even if none of the identities
 *   names the caller literally.
 */
export async function standingOf(
  uids: readonly string[],
  caller: Person | null = null,
  reads: Reads = committed,
): Promise<Standing> {
  const counts = caller === null ? isConfirmed : await countsForCaller(reads, caller);
  const rows = (await reads.rows('Identity', isIn('uid', uids))).filter(counts);
  const persons = [...rows.map(namedBy), caller].filter((one) => one !== null);
  return leftOf(rows, groupsOfBlocks(await blocksOf(reads, persons)), reads);
}

async function countsForCaller(reads: Reads, { issuer, subject }: Person) {
  const own = await ownUrls();
  return own.has(issuer) ? countsFor(await rootsJoined(reads, own, subject)) : isConfirmed;
}

/** Who made something, and when. */
export interface Maker {
  /** Uids of the identities that they acted as. */
  identities: readonly string[];
  time: Date;
}

/** If the claim match of an identity has changed since `time`, the identity is no longer the maker. */
export async function standingOfMaker({ identities, time }: Maker): Promise<Standing> {
  const rows = await committed.find('Identity', isIn('uid', identities));
  const same = rows.filter((row) => namedAt(row, time));
  return standingOf(same.map(({ uid }) => uid));
}

/** Whether a person is blocked in the whole organization of their own identity. */
export async function isBlockedAtHome(uid: string): Promise<boolean> {
  return (await standingOf([uid])).blockedIn.includes(rootUid(uid));
}

const kept = new AccessCache<Standing>();

/**
 * Like {@link standingOf}, cached until access changes.
 *
 * @param revision the access revision, read since the request began.
 */
export function keptStandingOf(uids: readonly string[], revision?: string): Promise<Standing> {
  return kept.lookUp(uids.join(' '), () => standingOf(uids), revision);
}

/** What decides whether a role binding has effect. */
interface Bound {
  uid: string;
  parent: string;
  identityUid: string;
}

/** The uids of those role bindings that have no effect because of a block. */
export async function stoppedBindings(
  reads: Reads,
  bindings: readonly Bound[],
): Promise<ReadonlySet<string>> {
  if ((await reads.first('Identity', whereBlocked)) === null) return new Set();
  const uids = [...new Set(bindings.map(({ identityUid }) => identityUid))];
  const rows = new Map((await reads.getAll('Identity', uids)).map((row) => [row.uid, row]));
  const persons = [...rows.values()].map(namedBy).filter((one) => one !== null);
  const blocks = Map.groupBy(await blocksOf(reads, persons), keyOf);
  const stopped = bindings.filter(({ identityUid, parent }) => {
    const row = rows.get(identityUid);
    if (row === undefined) return false;
    if (namedBy(row) === null) return row.blockedTime !== null;
    return isBlockedAt(groupsOfBlocks(blocks.get(keyOf(row)) ?? []), parent);
  });
  return new Set(stopped.map(({ uid }) => uid));
}

/** The identities among these to which a role binding at the group would give nothing because of a block. */
export const blockedAt = (reads: Reads, uids: readonly string[], group: string) =>
  stoppedBindings(
    reads,
    uids.map((uid) => ({ uid, identityUid: uid, parent: group })),
  );

/** The uids of those role bindings that a block stops, or whose identity its person has not confirmed. */
export async function withoutEffect(
  reads: Reads,
  bindings: readonly Bound[],
): Promise<ReadonlySet<string>> {
  const uids = [...new Set(bindings.map(({ identityUid }) => identityUid))];
  const [unconfirmed, stopped] = await inOrder(
    unconfirmedAmong(reads, uids),
    stoppedBindings(reads, bindings),
  );
  const waiting = bindings.filter(({ identityUid }) => unconfirmed.includes(identityUid));
  return new Set([...stopped, ...waiting.map(({ uid }) => uid)]);
}

/** The identities among these to which a role binding at the group gives nothing. */
export const withoutEffectAt = (reads: Reads, uids: readonly string[], group: string) =>
  withoutEffect(
    reads,
    uids.map((uid) => ({ uid, identityUid: uid, parent: group })),
  );

/** Those of the identities that their person has not confirmed. */
export const unconfirmedAmong = (reads: Reads, uids: readonly string[]): Promise<string[]> =>
  reads.uids('Identity', all(isIn('uid', uids), not(is('unconfirmedTime', null))), 'uid');

/** Whether a block of the whole organization stops whom the claim match names, if it names one person. */
export async function isBlockedIn(
  reads: Reads,
  { issuer, subject }: Partial<Person>,
  root: string,
): Promise<boolean> {
  if (issuer === undefined || subject === undefined) return false;
  const blocks = await blocksOf(reads, [{ issuer, subject }]);
  return groupsOfBlocks(blocks).includes(root);
}

const keyOf = ({ issuer, subject }: Pick<Identity, keyof Person>) =>
  JSON.stringify([issuer, subject]);
