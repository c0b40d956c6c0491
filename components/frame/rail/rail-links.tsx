'use client';

import { usePathname } from 'next/navigation';
import { type OtherPage, useOtherPages } from '#components/frame/use-other-pages.ts';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { cx } from '#components/ui/text/cx.ts';

export interface RailLinksProps {
  /** Icons only, for a collapsed rail. */
  isCollapsed?: boolean;
  /** Called when a page is opened, so that a drawer can close. */
  onOpen?: () => void;
}

/** The pages that belong to no group, below the tree. */
export function RailLinks({ isCollapsed = false, onOpen }: RailLinksProps) {
  const pathname = usePathname();
  const pages = useOtherPages();
  return (
    <nav aria-label="Grove" className="shrink-0 border-t border-line p-2">
      <ul className="flex flex-col gap-0.5">
        {pages.map((page) => (
          <li key={page.label}>
            <RailLink
              page={page}
              isCurrent={`${pathname}/`.startsWith(`${page.root}/`)}
              isCollapsed={isCollapsed}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface RailLinkProps {
  page: OtherPage;
  isCurrent: boolean;
  isCollapsed: boolean;
  onOpen: (() => void) | undefined;
}

function RailLink({ page, isCurrent, isCollapsed, onOpen }: RailLinkProps) {
  const { label, icon: Icon, href } = page;
  return (
    <NextLink
      href={href}
      onClick={onOpen}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isCollapsed ? label : undefined}
      data-hint={isCollapsed ? label : undefined}
      className={cx(
        'flex h-8 items-center gap-2 rounded -outline-offset-2 transition-colors duration-120 pointer-coarse:h-10',
        isCollapsed ? 'w-8 justify-center' : 'px-2',
        isCurrent
          ? 'marked bg-accent-soft font-medium'
          : 'text-ink-2 hover:bg-paper-3 hover:text-ink',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      {!isCollapsed && <span className="min-w-0 truncate">{label}</span>}
    </NextLink>
  );
}
