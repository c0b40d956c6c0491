import type { Metadata } from 'next';
import { CompareRoles } from '#app/(console)/groups/[group]/roles/compare/compare-roles.tsx';
import { uidOfSegment } from '#lib/client/paths.ts';

export const metadata: Metadata = { title: 'Compare roles' };

export default async function CompareRolesPage({ params }: { params: Promise<{ group: string }> }) {
  return <CompareRoles group={uidOfSegment((await params).group)} />;
}
