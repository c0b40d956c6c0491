/**
 * A claim match that one screen proposes to the form of another. It stays in memory, since claims of a token
 * belong in no address.
 */
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

let proposed: { uid: string; match: ClaimMatch } | null = null;

/** @param uid the identity, or the group of a new one. */
export function proposeMatch(uid: string, match: ClaimMatch): void {
  proposed = { uid, match };
}

export const proposedMatch = (uid: string): ClaimMatch | null =>
  proposed?.uid === uid ? proposed.match : null;

/** The form has been closed. */
export function forgetProposal(): void {
  proposed = null;
}
