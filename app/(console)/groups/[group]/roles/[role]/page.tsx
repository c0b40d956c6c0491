import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Role' };

/** The role itself is in the layout, where its editor leaves it alone. */
export default function Page() {
  return null;
}
