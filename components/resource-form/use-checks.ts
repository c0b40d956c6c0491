'use client';

import { useEffect, useState } from 'react';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import type { Check, Violations } from '#lib/client/resources/checks.ts';

const NONE: Violations = {};

/** Long enough to type the next letter of an address that is not whole yet. */
const PAUSE_MS = 400;

interface Checks {
  /** What the API would refuse of the values, a moment after they were typed. */
  found: Violations;
  /** What it would refuse of the current values. Shows it immediately. */
  checkNow: () => Violations;
}

/**
 * Checks the values by the rules of the API, which load with the first change. Without them the API
 * checks alone.
 */
export function useChecks<T>(
  apiPath: string,
  values: T,
  isDirty: boolean,
  problemsOf: (check: Check, values: T) => Violations,
): Checks {
  const [check, setCheck] = useState<Check | null>(null);
  const needsCheck = isDirty && check === null;
  useEffect(() => {
    if (!needsCheck) return;
    let isWanted = true;
    const take = async () => {
      const { checkOf } = await import('#lib/client/resources/checks.ts');
      if (isWanted) setCheck(() => checkOf(apiPath));
    };
    take().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [needsCheck, apiPath]);

  const settled = useDebounced(values, PAUSE_MS);
  const [submitted, setSubmitted] = useState<T | null>(null);
  const shown = submitted === values ? values : settled;
  return {
    found: check ? problemsOf(check, shown) : NONE,
    checkNow: () => {
      setSubmitted(values);
      return check ? problemsOf(check, values) : NONE;
    },
  };
}
