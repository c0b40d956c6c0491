'use client';

import type { ToastMessage } from '#components/ui/feedback/toast-message.ts';
import { useSyncExternalStore } from 'react';
import { later } from '#components/ui/later.tsx';

/* Toasts are rare, so their component loads with the first one. */
const load = () => import('#components/ui/feedback/toast-region.tsx');
const ToastRegion = later(load);

const CONFIRMATION_MS = 6_000;
/** Milliseconds that a toast with an action is shown: time to decide, and to reach it by keyboard. */
const ACTION_MS = 10_000;

let isUsed = false;
/** The toasts with an action that are shown. */
let offers = 0;

/** Whether a toast is shown that has a key of its own. */
export const isOffering = (): boolean => offers > 0;

const listeners = new Set<() => void>();

/** Milliseconds that a toast is shown; undefined if it stays until it is closed. */
function timeoutOf({ tone, action }: ToastMessage): number | undefined {
  if (tone === 'problem' || tone === 'busy') return undefined;
  return action ? ACTION_MS : CONFIRMATION_MS;
}

/**
 * Confirms an action for 6 s, or for 10 s if it has an action. A problem stays until
 * it is closed.
 *
 * @returns a function that closes it.
 */
export function toast(message: ToastMessage | string): () => void {
  const content = typeof message === 'string' ? { title: message } : message;
  isUsed = true;
  listeners.forEach((notify) => notify());
  const timeout = timeoutOf(content);
  const isOffer = content.action !== undefined;
  if (isOffer) offers += 1;
  const closer = load().then(({ queue }) => {
    const key = queue.add(content, {
      ...(timeout !== undefined && { timeout }),
      ...(isOffer && { onClose: () => (offers -= 1) }),
    });
    return () => queue.close(key);
  });
  return () => void closer.then((close) => close());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const never = () => false;

/** The place of the toasts; once per page. */
export function Toasts() {
  if (!useSyncExternalStore(subscribe, () => isUsed, never)) return null;
  return <ToastRegion />;
}
