'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { RouterProvider } from 'react-aria-components';
import { makeQueryClient } from '#components/frame/query-client.ts';
import type { Theme } from '#components/frame/preferences.ts';
import { ThemeProvider } from '#components/frame/theme.tsx';
import { Hints } from '#components/ui/hints.tsx';
import { ToastRegion } from '#components/ui/toast.tsx';

/** What every page stands in: theme, router for menus and links, the cache of answers, toasts. */
export function Providers({ theme, children }: { theme: Theme; children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(makeQueryClient);
  return (
    <I18nProvider locale="en">
      <RouterProvider navigate={router.push}>
        <QueryClientProvider client={client}>
          <ThemeProvider initial={theme}>
            {children}
            <ToastRegion />
            <Hints />
          </ThemeProvider>
        </QueryClientProvider>
      </RouterProvider>
    </I18nProvider>
  );
}
