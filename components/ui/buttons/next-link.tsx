import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link within the console. It loads its page on click, not when visible: a screen has dozens of
 * links, and prefetching them all would waste requests.
 */
export function NextLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />;
}
