'use client';

import { useFragment } from '#app/(auth)/fragment.ts';
import { Waiting } from '#app/(auth)/waiting.tsx';
import { WelcomeForm } from '#app/(auth)/welcome/welcome-form.tsx';
import { Link } from '#components/ui/buttons/link.tsx';

/** The page behind the one-time link of the first run. */
export function Welcome() {
  const token = useFragment();
  if (token === null) return <Waiting />;
  if (token === '') {
    return (
      <>
        <h1 className="text-xl font-semibold tracking-tight">This link is incomplete</h1>
        <p className="mt-2 text-ink-2">
          Open the complete one-time link that the terminal printed, including the part after the #.
        </p>
        <p className="mt-4">
          <Link href="/">What to do</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Welcome to Grove</h1>
      <p className="mt-1 mb-6 text-ink-2">
        Create your organization and its owner. You do this only once.
      </p>
      <WelcomeForm token={token} />
    </>
  );
}
