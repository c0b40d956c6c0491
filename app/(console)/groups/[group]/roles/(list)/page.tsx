import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Roles' };

/** The list itself is in the layout, where sheets over it leave it alone. */
export default function RolesPage() {
  return null;
}
