import type { Metadata } from 'next';
import { RequestForm } from '#app/(auth)/forgot-password/request-form.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { config } from '#lib/config.ts';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default function ForgotPasswordPage() {
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">Forgot your password?</h1>
      {config().mail === undefined ? <WhomToAsk /> : <RequestForm />}
      <p className="mt-6">
        <Link href="/sign-in">Back to sign in</Link>
      </p>
    </>
  );
}

function WhomToAsk() {
  return (
    <p className="text-ink-2">
      This installation sends no e-mail. Ask an administrator of your organization for a one-time
      link, or the operator of the installation, who creates one with{' '}
      <code className="font-mono text-sm text-ink">grove passwords reset</code>.
    </p>
  );
}
