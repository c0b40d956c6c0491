'use client';

import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { PlainButton } from '#components/ui/buttons/plain-button.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { foldRules, foldTabs, type TabWidth } from '#components/ui/page/fold.ts';
import { partClass, tabClass } from '#components/ui/page/tab-style.ts';
import type { TabLink } from '#components/ui/page/tabs.tsx';
import { cx } from '#components/ui/text/cx.ts';

/** The width of "More" and its arrow, in px. */
const MORE_WIDTH = 64;

/** The font size, in px. */
const LETTER_SIZE = 14;

export type FoldingTab = TabLink & TabWidth;

export interface FoldingTabsProps {
  /** The accessible name of the navigation. */
  label: string;
  /** Tells this line of tabs from another one of the page. */
  line: 'area' | 'part';
  tabs: readonly FoldingTab[];
  current: string | null;
  /** The items of the menu "More" after the tabs that did not fit. */
  rest?: ReactNode;
}

const LOOKS = { area: tabClass, part: partClass };

/**
 * Tabs as links, the important ones first. Tabs that do not fit are in the menu "More"; the current
 * tab is always shown.
 */
export function FoldingTabs(props: FoldingTabsProps) {
  const { label, line, tabs, current, rest } = props;
  const nav = useRef<HTMLElement>(null);
  const look = LOOKS[line];
  const more = `More ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const isHidden = (id: string) =>
    nav.current?.querySelector(`[data-tab=${line}-${id}]`)?.clientWidth === 0;
  // If the letters are larger than expected, the line scrolls.
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={cx(
        'group/tabs @container/tabs print:hidden -mx-4 overflow-x-auto px-2 sm:-mx-2 sm:px-0 [scrollbar-width:none]',
        line === 'area' && '-mb-px',
      )}
    >
      <style>{foldRules(foldTabs(tabs, current, MORE_WIDTH, Boolean(rest)), line)}</style>
      <div className="flex items-center gap-1">
        <ul className="flex gap-1">
          {tabs.map(({ id, label: text, href, width }) => (
            <li key={id} data-tab={`${line}-${id}`}>
              <NextLink
                href={href}
                aria-current={id === current ? 'page' : undefined}
                // Keeps the width before our font has loaded. In em, so that it grows with the letters.
                style={{ width: `${width / LETTER_SIZE}em` }}
                className={cx(look(id === current), 'justify-center')}
              >
                {text}
              </NextLink>
            </li>
          ))}
        </ul>
        <div data-tab={`${line}-more`}>
          <Menu
            label={more}
            trigger={
              <PlainButton aria-label={more} className={cx(look(false), 'gap-0.5')}>
                More
                <ChevronDown aria-hidden size={14} className="shrink-0" />
              </PlainButton>
            }
          >
            <HiddenTabs tabs={tabs} isHidden={isHidden} />
            {rest}
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
