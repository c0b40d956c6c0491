import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link within the console. It fetches its page when it is followed, not when it comes into
 * sight: a screen has dozens of them, and each page asked for ahead is work that nobody ordered.
 */
export function NextLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />;
}
