import type { Metadata } from 'next';
import { PasswordForm } from '#app/(console)/settings/password/password-form.tsx';
import { hasOwnPassword } from '#app/(console)/settings/has-own-password.ts';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';

export const metadata: Metadata = { title: 'Password' };

export default async function PasswordPage() {
  if (await hasOwnPassword()) return <PasswordForm />;
  return (
    <EmptyState title="You have no password here">
      You sign in through an identity provider of your organization. Change your password there.
    </EmptyState>
  );
}
