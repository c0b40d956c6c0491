import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Role bindings' };

/** The layout renders the list, so it stays mounted while a sheet opens. */
export default function AccessPage() {
  return null;
}
