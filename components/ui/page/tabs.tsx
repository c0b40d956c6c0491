'use client';

import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { tabClass } from '#components/ui/page/tab-style.ts';

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

/* Scrolls the current tab into view, because tabs scroll sideways on narrow screens. */
const bringIntoSight = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Tabs as links, so that they can be opened in a new window, copied, and navigated back from. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className="group/tabs -mx-4 -mb-px overflow-x-auto px-2 sm:-mx-2 sm:px-0 [scrollbar-width:none]"
    >
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.id}>
            <NextLink
              ref={tab.id === current ? bringIntoSight : undefined}
              href={tab.href}
              aria-current={tab.id === current ? 'page' : undefined}
              className={tabClass(tab.id === current)}
            >
              {tab.label}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
