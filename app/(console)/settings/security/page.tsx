import type { Metadata } from 'next';
import { hasOwnPassword } from '#app/(console)/settings/has-own-password.ts';
import { SecondFactorsPage } from '#app/(console)/settings/security/second-factors.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';

export const metadata: Metadata = { title: 'Security' };

export default async function SecurityPage() {
  if (await hasOwnPassword()) return <SecondFactorsPage />;
  return (
    <EmptyState title="Your identity provider protects your sign-in">
      You sign in through an identity provider of your organization. Add a second factor there.
    </EmptyState>
  );
}
