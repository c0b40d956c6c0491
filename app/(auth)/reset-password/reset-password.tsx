'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProblem } from '#components/sign-in/form-problem.tsx';
import { useFragment } from '#app/(auth)/fragment.ts';
import { ResetForm } from '#app/(auth)/reset-password/reset-form.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { Waiting } from '#app/(auth)/waiting.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { FORGOT_PASSWORD_PATH } from '#lib/client/paths.ts';
import { passwordReset } from '#lib/client/session/passwords.ts';

/** The page behind a one-time link. */
export function ResetPassword() {
  const code = useFragment();
  if (code === null) return <Waiting />;
  if (code !== '') return <Reset key={code} code={code} />;
  return (
    <Unusable title="This link is incomplete">
      Open the complete link, including the part after the #.
    </Unusable>
  );
}

function Reset({ code }: { code: string }) {
  const { data: reset, error } = useQuery(passwordReset(code));
  if (error) {
    return (
      <Unusable title="This link cannot be used">
        <FormProblem>{problemOf(error).why}</FormProblem>
      </Unusable>
    );
  }
  if (!reset) return <Waiting />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Choose a new password</h1>
      <p className="mt-1 mb-6 text-ink-2">
        For <strong className="font-medium break-words text-ink">{reset.email}</strong>. Every
        browser that is signed in will be signed out. The link expires{' '}
        <RelativeTime value={reset.expireTime} />.
      </p>
      <ResetForm code={code} reset={reset} />
    </>
  );
}

function Unusable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">{title}</h1>
      <div className="text-ink-2">{children}</div>
      <p className="mt-4">
        <Link href={FORGOT_PASSWORD_PATH}>Ask for another link</Link>
      </p>
    </>
  );
}
