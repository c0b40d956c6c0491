import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Advisories' };

/** The list itself is in the layout, where sheets over it leave it alone. */
export default function AdvisoriesPage() {
  return null;
}
