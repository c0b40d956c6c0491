import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Cloud accounts' };

/** The layout renders the page, so it stays mounted while a sheet opens. */
export default function Page() {
  return null;
}
