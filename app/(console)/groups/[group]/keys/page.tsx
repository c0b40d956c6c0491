import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Keys' };

/** The layout renders the list, so it stays mounted while a sheet opens. */
export default function KeysPage() {
  return null;
}
