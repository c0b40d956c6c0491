import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Association' };

/** The layout renders the page, so it stays mounted while a sheet opens. */
export default function Page() {
  return null;
}
