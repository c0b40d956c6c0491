'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { Tabs } from '#components/ui/page/tabs.tsx';
import { settingsPath } from '#lib/client/paths.ts';

const PAGES = [
  { id: 'profile', label: 'Profile', href: settingsPath('profile') },
  { id: 'organizations', label: 'Organizations', href: settingsPath('organizations') },
  { id: 'password', label: 'Password', href: settingsPath('password') },
  { id: 'security', label: 'Security', href: settingsPath('security') },
  { id: 'sessions', label: 'Sessions', href: settingsPath('sessions') },
  { id: 'appearance', label: 'Appearance', href: settingsPath('appearance') },
] as const;

/** The header and tabs of the settings. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const current = PAGES.find(({ href }) => href === pathname)?.id ?? null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="shrink-0 border-b border-line px-4 pt-2 sm:px-6">
        <div className="max-w-200">
          <PageHeader title="Settings" action={<LearnMore about="settings" />} />
          <Tabs label="Settings" tabs={PAGES} current={current} />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-6 sm:px-6">
        <div className="flex max-w-200 flex-col gap-8">{children}</div>
      </div>
    </div>
  );
}
