'use client';

import { useSearchParams } from 'next/navigation';
import { API_VERSIONS, apiReferencePath, type ApiVersion } from '#lib/client/paths.ts';

export interface Chosen {
  version: ApiVersion;
  /** Null for none. */
  operation: string | null;
}

/** The version and the operation in the address. Choosing another one adds a history entry. */
export function useOperation(): [Chosen, (next: Partial<Chosen>) => void] {
  const params = useSearchParams();
  const version = API_VERSIONS.find((one) => one === params.get('version')) ?? 'v2beta1';
  const chosen: Chosen = { version, operation: params.get('operation') || null };
  const choose = (next: Partial<Chosen>) => {
    const { operation, ...rest } = { ...chosen, ...next };
    if (operation === chosen.operation && rest.version === version) return;
    const path = apiReferencePath(operation ?? undefined, rest.version);
    window.history.pushState(null, '', path);
  };
  return [chosen, choose];
}
