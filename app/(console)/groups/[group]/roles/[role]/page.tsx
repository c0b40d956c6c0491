import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Role' };

/** The layout renders the role, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
