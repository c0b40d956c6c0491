'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { setLeaveGuard } from '#components/resource-form/leaving.ts';

/* Pages cannot block the back button. So while something would be lost, the history has one
   extra entry of the same address: going back stays on the page, which then asks. */
const TRAP = 'groveTrap';

const isTrapped = () => Boolean((window.history.state as Record<string, unknown> | null)?.[TRAP]);

function setTrap(): void {
  if (isTrapped()) return;
  window.history.pushState({ ...window.history.state, [TRAP]: true }, '', window.location.href);
}

let clearing: Promise<void> | null = null;

/** Removes the extra entry; a second call does nothing. */
function clearTrap(): Promise<void> {
  if (clearing || !isTrapped()) return clearing ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const swallow = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    clearing = null;
    resolve();
  };
  window.addEventListener('popstate', swallow, { capture: true, once: true });
  window.history.back();
  clearing = promise;
  return promise;
}

/** The target of a plain click on a link within the console, else null. */
function linkIn(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!isPlain || !link?.href || link.target === '_blank' || link.hasAttribute('download')) {
    return null;
  }
  return link.origin === window.location.origin ? link.pathname + link.search : null;
}

export interface UnsavedGuard {
  isAsking: boolean;
  keepEditing: () => void;
  discard: () => void;
  /** Navigates, asking first if something would be lost. */
  leave: (go: () => void) => void;
  /** Navigates without asking, after everything is saved. */
  leaveSaved: (go: () => void) => void;
}

/**
 * Prevents the loss of typed input by closing, links, the palette, the back button or closing the
 * tab.
 */
export function useUnsavedGuard(isDirty: boolean): UnsavedGuard {
  const router = useRouter();
  const [pending, setPending] = useState<(() => void) | null>(null);
  const isArmed = useRef(false);

  const leaveSaved = useCallback((go: () => void) => {
    isArmed.current = false;
    setPending(null);
    void clearTrap().then(go);
  }, []);
  const leave = useCallback(
    (go: () => void) => {
      if (isArmed.current) setPending(() => () => leaveSaved(go));
      else leaveSaved(go);
    },
    [leaveSaved],
  );

  useEffect(() => {
    isArmed.current = isDirty;
    if (!isDirty) {
      // The input was undone or the page was reloaded, so there is nothing to ask about.
      void clearTrap().then(() => {
        if (isArmed.current) setTrap();
      });
      return;
    }
    if (!clearing) setTrap();
    setLeaveGuard(leave);
    const onPop = (event: PopStateEvent) => {
      if (!isArmed.current) return;
      event.stopImmediatePropagation();
      setTrap();
      setPending(() => () => {
        isArmed.current = false;
        window.history.go(-2);
      });
    };
    const onClick = (event: MouseEvent) => {
      const href = isArmed.current ? linkIn(event) : null;
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      leave(() => router.push(href));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isArmed.current) event.preventDefault();
    };
    window.addEventListener('popstate', onPop, { capture: true });
    window.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onUnload);
    return () => {
      setLeaveGuard(null);
      window.removeEventListener('popstate', onPop, { capture: true });
      window.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isDirty, leave, router]);

  return {
    isAsking: pending !== null,
    keepEditing: () => setPending(null),
    discard: () => {
      setPending(null);
      pending?.();
    },
    leave,
    leaveSaved,
  };
}
