'use client';

import { useEffect, useState } from 'react';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import type { Check, Violations } from '#lib/client/resources/checks.ts';

const NONE: Violations = {};

/** Milliseconds without typing before a check: a half-typed address is not wrong yet. */
const PAUSE_MS = 400;

interface Checks {
  /** The violations that the API would report, a moment after typing. */
  found: Violations;
  /** Checks the current values, shows the violations immediately and returns them. */
  checkNow: () => Violations;
}

/**
 * Checks the values by the rules of the API, which load with the first change. If they do not load,
 * only the API checks.
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
