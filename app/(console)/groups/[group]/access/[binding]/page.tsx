import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Role binding' };

/** The layout renders the binding, so it stays mounted while the editor opens. */
export default function Page() {
  return null;
}
