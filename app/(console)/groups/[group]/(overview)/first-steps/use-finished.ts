'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { areStepsFinished, withStepsFinished } from '#components/frame/preferences/first-steps.ts';
import {
  readPreference,
  rememberPreference,
  STEPS_COOKIE,
} from '#components/frame/preferences/preferences.ts';
import { type Caller, personOf } from '#lib/client/session/caller.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the person has finished the first steps of an organization, and a function that stores it.
 *
 * @param onServer the value when the page was requested.
 */
export function useFinished(
  caller: Caller | undefined,
  root: string,
  onServer: boolean,
): [isFinished: boolean, finish: () => void] {
  const person = personOf(caller);
  const isFinished = useSyncExternalStore(
    subscribe,
    () => areStepsFinished(readPreference(STEPS_COOKIE), person, root),
    () => onServer,
  );
  const finish = useCallback(() => {
    const before = readPreference(STEPS_COOKIE);
    rememberPreference(STEPS_COOKIE, withStepsFinished(before, person, root));
    listeners.forEach((notify) => notify());
  }, [person, root]);
  return [isFinished, finish];
}
