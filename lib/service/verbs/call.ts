/** One call of a verb, with its caller. */
import { randomUUID } from 'node:crypto';
import type { Reach } from '#lib/access/reach.ts';
import { reachOf } from '#lib/access/reach.ts';
import type { Identified } from '#lib/auth/identify.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { accessRevision, transaction } from '#lib/store/store.ts';
import type { Asker, Transaction } from '#lib/store/store.ts';

export interface Call {
  principal: Principal;
  reach: Reach;
  requestId: string;
  /** The actor in the audit log, for a caller without an identity: the command line. */
  actor?: string;
  /** Aborted when the client disconnects. A write that has not started by then never starts. */
  signal?: AbortSignal;
  /** Looks up the caller's current rights; absent for the command line. */
  caller?: Pick<Identified, 'revision' | 'renew'> & { since: number };
}

export async function newCall(
  { principal, revision, renew }: Pick<Identified, 'principal' | 'revision' | 'renew'>,
  requestId: string = randomUUID(),
  signal?: AbortSignal,
): Promise<Call> {
  const caller = { revision, renew, since: Date.now() };
  return { principal, reach: await reachOf(principal, revision), requestId, signal, caller };
}

/** The caller to the store. */
export function askerOf({ principal, signal }: Call): Asker {
  return { caller: principal.identities.join(' '), signal };
}

/** Credentials are checked again after this time, even if no rights have changed. */
const FRESH_MS = 1_000;

/**
 * The call with the caller's current rights.
 *
 * @throws ApiError UNAUTHENTICATED if the credentials are no longer valid.
 */
export async function renewed(call: Call): Promise<Call> {
  const { caller } = call;
  if (caller === undefined) return call;
  const revision = await accessRevision();
  const since = Date.now();
  if (revision === caller.revision && since - caller.since < FRESH_MS) return call;
  const principal = await caller.renew(revision);
  return {
    ...call,
    principal,
    reach: await reachOf(principal, revision),
    caller: { ...caller, revision, since },
  };
}

/**
 * Runs `work` as one write transaction, with the caller's rights at that moment. A request whose
 * body arrives slowly must not outlive the rights that it started with. The lock of the transaction
 * keeps rights unchanged until it commits.
 *
 * @throws ApiError as `transaction` does; UNAUTHENTICATED if the credentials are no longer valid.
 */
export function writeAs<T>(
  call: Call,
  work: (tx: Transaction, call: Call) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => work(tx, await renewed(call)), call.signal);
}
