'use client';

import Link, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link within the console. It loads its page on click, not when visible: a screen has dozens of
 * links, and prefetching them all would waste requests. Until its page arrives, it contains an element with
 * `data-pending`, by which styles around it answer at once.
 */
export function NextLink({ children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} {...props}>
      {children}
      <Pending />
    </Link>
  );
}

function Pending() {
  return useLinkStatus().pending && <span hidden data-pending="" />;
}
