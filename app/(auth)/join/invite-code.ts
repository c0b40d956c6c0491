'use client';

import { useSyncExternalStore } from 'react';

/* Keeps the code while the person signs in, possibly on another site. Session storage is never
   sent to a server. */
const KEPT = 'grove-invite-code';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

const currentCode = (): string =>
  window.location.hash.slice(1) || (window.sessionStorage.getItem(KEPT) ?? '');

/** The code in the address, or else the kept one. '' if there is none; null on the server. */
export function useInviteCode(): string | null {
  return useSyncExternalStore<string | null>(subscribe, currentCode, () => null);
}

/** A typed code goes through the same path as a code in the address. */
export function enterInviteCode(code: string): void {
  window.location.hash = code;
}

export const keepInviteCode = (code: string): void => window.sessionStorage.setItem(KEPT, code);

export const forgetInviteCode = (): void => window.sessionStorage.removeItem(KEPT);
