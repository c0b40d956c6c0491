import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Identity provider' };

/** The layout renders the provider, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
