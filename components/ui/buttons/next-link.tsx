'use client';

import Link, { useLinkStatus } from 'next/link';
import { useOffline } from 'next/offline';
import type { ComponentProps } from 'react';

/**
 * A link within the console. It loads its page on click, not when visible: a screen has dozens of
 * links, and prefetching them all would waste requests. Until its page arrives, it contains an element with
 * `data-pending`, by which styles around it answer at once. Without a network no page is on its way, so the
 * current one stays as it is.
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
  const { pending } = useLinkStatus();
  const isOffline = useOffline();
  return pending && !isOffline && <span hidden data-pending="" />;
}
