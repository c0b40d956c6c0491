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
import { config } from '#lib/config.ts';
import { cx } from '#components/ui/text/cx.ts';

const DESCRIPTION = 'Groups, identities, access, registry and advisories of an organization';

/** Links the files of `public`. The social picture needs an absolute address. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(config().url),
    title: { template: '%s · Grove', default: 'Grove' },
    description: DESCRIPTION,
    applicationName: 'Grove',
    robots: { index: false, follow: false },
    manifest: '/manifest.webmanifest',
    icons: {
      icon: [
        { url: '/favicon.ico', sizes: '16x16 32x32 48x48' },
        { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      ],
      apple: { url: '/apple-touch-icon.png', sizes: '180x180' },
    },
    openGraph: {
      type: 'website',
      siteName: 'Grove',
      title: 'Grove',
      description: DESCRIPTION,
      images: { url: '/social.png', width: 1200, height: 630, alt: 'The Grove console' },
    },
    twitter: { card: 'summary_large_image' },
  };
}

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
