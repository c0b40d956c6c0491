'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { makeQueryClient } from '#components/frame/query-client.ts';
import type { Theme } from '#components/frame/preferences/preferences.ts';
import { ThemeProvider } from '#components/frame/preferences/theme.tsx';
import { Hints } from '#components/ui/overlays/hints.tsx';
import { Toasts } from '#components/ui/feedback/toast.tsx';

/** The providers around every page: theme, query cache, toasts, hints. */
export function Providers({ theme, children }: { theme: Theme; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider initial={theme}>
        {children}
        <Toasts />
        <Hints />
      </ThemeProvider>
    </QueryClientProvider>
  );
}
