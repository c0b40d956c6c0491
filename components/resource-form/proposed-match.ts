/**
 * A claim match that one screen proposes to the form of another, once. It stays in memory, since claims of a
 * token belong in no address.
 */
'use client';

import { useEffect, useState } from 'react';
import type { ClaimMatch } from '#lib/client/resources/resources.ts';

let proposed: { uid: string; match: ClaimMatch } | null = null;

/** @param uid the identity, or the group of a new one. */
export function proposeMatch(uid: string, match: ClaimMatch): void {
  proposed = { uid, match };
}

/** @param uid the identity, or the group of a new one. */
export function useProposedMatch(uid: string): ClaimMatch | undefined {
  const [match] = useState(() => (proposed?.uid === uid ? proposed.match : undefined));
  useEffect(
    () => () => {
      proposed = null;
    },
    [],
  );
  return match;
}
