'use client';

import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { cx } from '#components/ui/text/cx.ts';

export interface TabLink {
  id: string;
  label: string;
  href: string;
}

export interface TabsProps {
  /** The accessible name of the navigation. */
  label: string;
  tabs: readonly TabLink[];
  current: string | null;
}

/* On narrow screens the tabs scroll sideways. Keeps the current one visible. */
const bringIntoSight = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Tabs as links, so that they can be opened in a new window, copied, and navigated back from. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className="-mx-4 -mb-px overflow-x-auto px-2 sm:-mx-2 sm:px-0 [scrollbar-width:none]"
    >
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <NextLink
              ref={tab.id === current ? bringIntoSight : undefined}
              href={tab.href}
              aria-current={tab.id === current ? 'page' : undefined}
              className={cx(
                'flex h-9 items-center border-b-2 px-2 whitespace-nowrap transition-colors duration-120 -outline-offset-2 pointer-coarse:h-10',
                tab.id === current
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {tab.label}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
