'use client';

import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { foldRules, foldTabs, type TabWidth } from '#components/ui/page/fold.ts';
import { tabClass } from '#components/ui/page/tab-style.ts';
import type { TabLink } from '#components/ui/page/tabs.tsx';

/** The width of "More" and its arrow, in px. */
const MORE_WIDTH = 64;

/** The font size, in px. */
const LETTER_SIZE = 14;

export type FoldingTab = TabLink & TabWidth;

export interface FoldingTabsProps {
  /** The accessible name of the navigation. */
  label: string;
  tabs: readonly FoldingTab[];
  current: string | null;
}

/**
 * Tabs as links, the important ones first. Tabs that do not fit are in the menu "More"; the current
 * tab is always shown.
 */
export function FoldingTabs({ label, tabs, current }: FoldingTabsProps) {
  const nav = useRef<HTMLElement>(null);
  // If the letters are larger than expected, the line scrolls.
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="group/tabs @container/tabs -mx-4 -mb-px overflow-x-auto px-2 sm:-mx-2 sm:px-0 [scrollbar-width:none]"
    >
      <style>{foldRules(foldTabs(tabs, current, MORE_WIDTH))}</style>
      <div className="flex gap-1">
        <ul className="flex gap-1">
          {tabs.map(({ id, label: text, href, width }) => (
            <li key={id} data-tab={id}>
              <NextLink
                href={href}
                aria-current={id === current ? 'page' : undefined}
                // Keeps the width before our font has loaded. In em, so that it grows with the letters.
                style={{ width: `${width / LETTER_SIZE}em` }}
                className={`${tabClass(id === current)} justify-center`}
              >
                {text}
              </NextLink>
            </li>
          ))}
        </ul>
        <div data-tab="more">
          <Menu
            label={`More ${label.toLowerCase()}`}
            trigger={
              <PlainButton
                aria-label={`More ${label.toLowerCase()}`}
                className={`${tabClass(false)} gap-0.5`}
              >
                More
                <ChevronDown aria-hidden size={14} className="shrink-0" />
              </PlainButton>
            }
          >
            <HiddenTabs
              tabs={tabs}
              isHidden={(id) => nav.current?.querySelector(`[data-tab=${id}]`)?.clientWidth === 0}
            />
          </Menu>
        </div>
      </div>
    </nav>
  );
}

interface HiddenTabsProps {
  tabs: readonly FoldingTab[];
  isHidden: (id: string) => boolean;
}

/** The tabs that did not fit when the menu was opened. */
function HiddenTabs({ tabs, isHidden }: HiddenTabsProps) {
  const [hidden] = useState(() => tabs.filter(({ id }) => isHidden(id)));
  return hidden.map(({ id, label, href }) => (
    <MenuItem key={id} id={id} href={href}>
      {label}
    </MenuItem>
  ));
}
