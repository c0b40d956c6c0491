import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Association' };

/** What there is to see is in the layout, where sheets over it leave it alone. */
export default function Page() {
  return null;
}
