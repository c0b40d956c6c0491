'use client';

import { useEffect, useState } from 'react';
import { forgetProposal, proposedMatch } from '#lib/client/claims/proposals.ts';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

/**
 * The claim match that another screen proposes, once.
 *
 * @param uid the identity, or the group of a new one.
 */
export function useProposedMatch(uid: string): ClaimMatch | undefined {
  const [match] = useState(() => proposedMatch(uid) ?? undefined);
  useEffect(() => forgetProposal, []);
  return match;
}
