'use client';

import { useSearchParams } from 'next/navigation';
import { apiReferencePath } from '#lib/client/paths.ts';

/** The operation in the address. Choosing another one adds a history entry. */
export function useOperation(): [string | null, (id: string) => void] {
  const selected = useSearchParams().get('operation') || null;
  const select = (id: string) => {
    if (id !== selected) window.history.pushState(null, '', apiReferencePath(id));
  };
  return [selected, select];
}
