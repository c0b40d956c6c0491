'use client';

import { Search } from 'lucide-react';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import type { ReactNode } from 'react';
import { Logo } from '#components/frame/logo.tsx';
import { useModKey } from '#components/frame/use-mod-key.ts';
import { Kbd } from '#components/ui/text/kbd.tsx';

export interface TopBarProps {
  onSearch: () => void;
  /** Called when the person is likely to search, to preload. */
  onSearchLikely: () => void;
  account: ReactNode;
}

/** The top bar: home, the command palette, the account menu. */
export function TopBar({ onSearch, onSearchLikely, account }: TopBarProps) {
  const modKey = useModKey();
  return (
    <header className="grid h-12 print:hidden shrink-0 grid-cols-[auto_1fr_auto] items-center gap-3 border-b border-line bg-paper-2 px-3 sm:grid-cols-[1fr_minmax(0,26rem)_1fr] sm:px-4">
      <NextLink href="/" aria-label="Grove, home" className="justify-self-start rounded">
        <Logo />
      </NextLink>
      <button
        type="button"
        onClick={onSearch}
        onPointerEnter={onSearchLikely}
        aria-keyshortcuts="Meta+K Control+K"
        className="flex h-8 min-w-0 items-center gap-2 rounded border border-edge bg-paper pr-1.5 pl-2.5 text-left text-ink-3 transition-colors duration-120 hover:border-ink-3 pointer-coarse:h-10"
      >
        <Search aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">Search or go to</span>
        <span aria-hidden className="hidden gap-0.5 sm:flex">
          <Kbd>{modKey}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <div className="justify-self-end">{account}</div>
    </header>
  );
}
