import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Role binding' };

/** The binding itself is in the layout, where its editor leaves it alone. */
export default function Page() {
  return null;
}
