'use client';

import { useSyncExternalStore } from 'react';

/* Where the code waits while somebody signs in, elsewhere perhaps: no server sees it there. */
const KEPT = 'grove-invite-code';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

const currentCode = (): string =>
  window.location.hash.slice(1) || (window.sessionStorage.getItem(KEPT) ?? '');

/** The code of the address, or the one that was kept; '' if there is none, null on the server. */
export function useInviteCode(): string | null {
  return useSyncExternalStore<string | null>(subscribe, currentCode, () => null);
}

/** Takes a code that was typed as if it had come with the address. */
export function enterInviteCode(code: string): void {
  window.location.hash = code;
}

export const keepInviteCode = (code: string): void => window.sessionStorage.setItem(KEPT, code);

export const forgetInviteCode = (): void => window.sessionStorage.removeItem(KEPT);
