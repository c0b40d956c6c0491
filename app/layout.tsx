import '#app/globals.css';

import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Providers } from '#app/providers.tsx';
import {
  DENSITY_COOKIE,
  parseDensity,
  parseTheme,
  THEME_COOKIE,
} from '#components/frame/preferences/preferences.ts';
import { cx } from '#components/ui/text/cx.ts';

export const metadata: Metadata = {
  title: { template: '%s · Grove', default: 'Grove' },
  description: 'Groups, identities, access, registry and advisories of an organization',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const theme = parseTheme(jar.get(THEME_COOKIE)?.value);
  const density = parseDensity(jar.get(DENSITY_COOKIE)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      data-density={density === 'compact' ? density : undefined}
      className={cx(GeistSans.variable, GeistMono.variable)}
    >
      <body>
        <Providers theme={theme}>{children}</Providers>
      </body>
    </html>
  );
}
