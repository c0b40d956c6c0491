import type { Metadata } from 'next';
import { ResetPassword } from '#app/(auth)/reset-password/reset-password.tsx';

export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer' };

export default function ResetPasswordPage() {
  return <ResetPassword />;
}
