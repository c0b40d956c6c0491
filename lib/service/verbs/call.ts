/** One call of a verb: who makes it and what is known of it. */
import { randomUUID } from 'node:crypto';
import type { Reach } from '#lib/access/reach.ts';
import { reachOf } from '#lib/access/reach.ts';
import type { Principal } from '#lib/auth/principal.ts';

export interface Call {
  principal: Principal;
  reach: Reach;
  requestId: string;
  /** What the log calls who makes it, where that is no identity: the command line. */
  actor?: string;
  /** Aborted where nobody waits for the answer any more; a write that has not begun then never does. */
  signal?: AbortSignal;
}

export async function newCall(
  principal: Principal,
  requestId: string = randomUUID(),
  signal?: AbortSignal,
): Promise<Call> {
  return { principal, reach: await reachOf(principal), requestId, signal };
}

/** The identity that a change is ascribed to: the one the caller named, or the first that matches. */
export function actingIdentity({ principal }: Call): string {
  const { identities, subject } = principal;
  return identities.includes(subject) ? subject : (identities[0] ?? '');
}
