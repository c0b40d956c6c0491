'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react';
import {
  formatScopes,
  type KeptScopes,
  parseScopes,
} from '#components/frame/preferences/kept-scopes.ts';
import {
  readPreference,
  rememberPreference,
  SCOPES_COOKIE,
} from '#components/frame/preferences/preferences.ts';

interface Kept {
  read: () => KeptScopes;
  keep: (list: string, scope: string) => void;
}

const KeptContext = createContext<Kept>({ read: () => ({}), keep: () => undefined });

export interface ScopesProviderProps {
  person: string;
  /** The cookie that the page was requested with. */
  cookie: string | undefined;
  children: ReactNode;
}

/** Keeps how a person left the switch of each list. */
export function ScopesProvider({ person, cookie, children }: ScopesProviderProps) {
  const changed = useRef<KeptScopes | null>(null);
  const read = useCallback(() => changed.current ?? parseScopes(cookie, person), [cookie, person]);
  const kept = useMemo(
    () => ({
      read,
      keep: (list: string, scope: string) => {
        const before = readPreference(SCOPES_COOKIE);
        changed.current = { ...parseScopes(before, person), ...read(), [list]: scope };
        rememberPreference(SCOPES_COOKIE, formatScopes(before, person, changed.current));
      },
    }),
    [person, read],
  );
  return <KeptContext value={kept}>{children}</KeptContext>;
}

export const useKeptScopes = (): Kept => useContext(KeptContext);
