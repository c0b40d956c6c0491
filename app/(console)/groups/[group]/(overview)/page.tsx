import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Overview' };

/** What there is to see is in the layout, where the editor over it leaves it alone. */
export default function OverviewPage() {
  return null;
}
