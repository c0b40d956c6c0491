import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Identity providers' };

/** The layout renders the list, so it stays mounted while a sheet opens. */
export default function ProvidersPage() {
  return null;
}
