'use client';

import { useSearchParams } from 'next/navigation';
import { apiReferencePath } from '#lib/client/paths.ts';

/** Which operation is shown, as it stands in the address; another becomes an entry in the history. */
export function useOperation(): [string | null, (id: string) => void] {
  const selected = useSearchParams().get('operation') || null;
  const select = (id: string) => {
    if (id !== selected) window.history.pushState(null, '', apiReferencePath(id));
  };
  return [selected, select];
}
