import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Identity' };

/** The layout renders the identity, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
