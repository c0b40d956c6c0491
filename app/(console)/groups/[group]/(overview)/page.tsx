import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Overview' };

/** The layout renders the overview, so it stays mounted while the editor opens. */
export default function OverviewPage() {
  return null;
}
