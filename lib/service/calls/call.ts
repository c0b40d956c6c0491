/** One call of a verb, with its caller. */
import { randomUUID } from 'node:crypto';
import { isByPassword, unmetOf, type Policy } from '#lib/access/policies.ts';
import { knownOf, type Reach } from '#lib/access/reach.ts';
import type { PreconditionViolation } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import type { Identified } from '#lib/auth/identify.ts';
import { insteadOfPassword } from '#lib/auth/sign-in/instead-of-password.ts';
import { sharesOfCaller, type Principal } from '#lib/auth/principal.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { is } from '#lib/store/predicates.ts';
import {
  accessRevision,
  transaction,
  type Asker,
  type Reads,
  type Transaction,
  type Writing,
} from '#lib/store/store.ts';

/** A request with its caller and their rights, which every verb takes. */
export interface Call {
  principal: Principal;
  reach: Reach;
  requestId: string;
  /** The actor in the audit log, for a caller without an identity: the command line. */
  actor?: string;
  /**
   * The root group of the organization that changes an identity of its own. What ends with it elsewhere is
   * recorded there without the caller.
   */
  onBehalfOf?: string;
  /**
   * Aborted when the client disconnects, or the deadline of a gRPC call passes. A write that has not started
   * then never starts.
   */
  signal?: AbortSignal;
  /** Looks up the caller's current rights; absent for the command line. */
  caller?: Omit<Identified, 'principal' | 'rateHeaders'>;
}

/** Looks up the rights of a verified caller. @param signal aborts when the client disconnects. */
export async function newCall(
  { principal, address, userAgent, revision, since, renew }: Omit<Identified, 'rateHeaders'>,
  requestId: string = randomUUID(),
  signal?: AbortSignal,
): Promise<Call> {
  const caller = { address, userAgent, revision, since, renew };
  const reach = await reachFrom(address, principal, revision);
  return { principal, reach, requestId, signal, caller };
}

/** What the caller of a request reaches: only organizations whose policy the request meets. */
async function reachFrom(address: string, caller: Principal, revision?: string): Promise<Reach> {
  const { reach, policies } = await knownOf(caller, revision);
  if (policies.length === 0) return reach;
  const unmet = new Map<string, readonly PreconditionViolation[]>();
  for (const policy of policies) {
    const held = reach.heldIn(policy.uid);
    // Whoever is blocked there would reach nothing even if they met the policy.
    if (held.size === 0) continue;
    const violations = await violationsOf(policy, address, caller, held);
    if (violations.length > 0) unmet.set(policy.uid, violations);
  }
  return unmet.size === 0 ? reach : reach.meeting(unmet);
}

async function violationsOf(
  policy: Policy,
  address: string,
  caller: Principal,
  held: Iterable<Capability>,
): Promise<readonly PreconditionViolation[]> {
  const { signIn } = caller;
  const isRefused = signIn !== undefined && isByPassword(policy, signIn);
  const providers = isRefused ? await insteadOfPassword(policy, caller) : [];
  return unmetOf(policy, { address, signIn }, held, { providers });
}

/** What the policy of an organization asks of a caller who needs no role there, and the request does not meet. */
export async function unmetAt(
  reads: Reads,
  { principal, reach, caller }: Call,
  root: string,
): Promise<readonly PreconditionViolation[]> {
  const policy = caller === undefined ? null : await reads.first('Policy', is('uid', root));
  if (caller === undefined || policy === null) return [];
  return violationsOf(policy, caller.address, principal, reach.heldIn(root));
}

export async function askerOf({ principal, signal }: Call): Promise<Asker> {
  const caller = principal.identities.join(' ');
  return { caller, shares: await sharesOfCaller(principal), signal };
}

/** Credentials are checked again after this time, even if no rights have changed. */
const FRESH_MS = 1_000;

/** Whether the credentials were checked just now. */
export const isFresh = ({ caller }: Call): boolean =>
  caller === undefined || Date.now() - caller.since < FRESH_MS;

/** Whether rights and credentials that were looked up for the call still count at the revision. */
export function isCurrent(call: Call, revision: string): boolean {
  const { caller } = call;
  return caller === undefined || (revision === caller.revision && isFresh(call));
}

/**
 * The call with the caller's current rights.
 *
 * @param revisionNow reads the access revision.
 * @throws ApiError UNAUTHENTICATED if the credentials are no longer valid.
 */
export async function renewed(call: Call, revisionNow = accessRevision): Promise<Call> {
  const { caller } = call;
  if (caller === undefined) return call;
  const revision = await revisionNow();
  if (isCurrent(call, revision)) return call;
  const since = Date.now();
  const principal = await caller.renew(revision);
  const reach = await reachFrom(caller.address, principal, revision);
  return { ...call, principal, reach, caller: { ...caller, revision, since } };
}

/**
 * Kinds of which a write reads and changes rows of one organization alone, beside what gives rights. None of their
 * unique values is looked for in another organization, and nothing of them is recorded in another one.
 */
const OF_ONE_ORGANIZATION: readonly ResourceType[] = [
  'Group',
  'Role',
  'AccountAssociation',
  'RegistrySource',
  'SavedView',
  'Repo',
  'Tag',
  'Advisory',
];

/** Where a write of the kind stays, and is recorded. @param parent '' for a root group, whose name others may have. */
export async function placeOfWrite(type: ResourceType, parent: string): Promise<Place> {
  if (parent === '') return {};
  const chain = rootUid(parent);
  return OF_ONE_ORGANIZATION.includes(type) ? { chain, share: await shareOf(parent) } : { chain };
}

type Place = Pick<Writing, 'chain' | 'share'>;

/**
 * Runs `work` as one write transaction, with the caller's rights at that moment: the caller may have lost
 * rights while the body of the request arrived. The lock of the transaction keeps rights unchanged until
 * it commits.
 *
 * @param place as {@link placeOfWrite} has it.
 * @throws ApiError as `transaction` does; UNAUTHENTICATED if the credentials are no longer valid.
 */
export function writeAs<T>(
  call: Call,
  work: (tx: Transaction, call: Call) => Promise<T>,
  place: Place = {},
): Promise<T> {
  const writing = { signal: call.signal, isForCaller: true, ...place };
  return transaction(async (tx) => work(tx, await renewed(call, tx.accessRevision)), writing);
}
