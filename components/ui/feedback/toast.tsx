'use client';

import type { ToastMessage } from '#components/ui/feedback/toast-message.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';

/* Toasts are rare, so their component loads with the first one. */
const load = () => import('#components/ui/feedback/toast-region.tsx');
const ToastRegion = lazy(load);

let isUsed = false;
const listeners = new Set<() => void>();

/** Confirms an action for 6 s. A problem stays until it is closed. */
export function toast(message: ToastMessage | string): void {
  const content = typeof message === 'string' ? { title: message } : message;
  isUsed = true;
  listeners.forEach((notify) => notify());
  void load().then(({ queue }) =>
    queue.add(content, content.tone === 'problem' ? {} : { timeout: 6000 }),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const never = () => false;

/** The place of the toasts; once per page. */
export function Toasts() {
  if (!useSyncExternalStore(subscribe, () => isUsed, never)) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
