import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Repositories' };

/** The list itself is in the layout, where sheets over it leave it alone. */
export default function ReposPage() {
  return null;
}
