import type { Metadata } from 'next';
import { OrganizationsPage } from '#app/(console)/settings/organizations/organizations-page.tsx';

export const metadata: Metadata = { title: 'Organizations' };

export default function Page() {
  return <OrganizationsPage />;
}
