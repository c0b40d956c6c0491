import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { WelcomeForm } from '#app/(auth)/welcome/welcome-form.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { setupNeeded } from '#lib/service/people/setup.ts';

/* The one-time token in the address must not travel to another site. */
export const metadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WelcomePage({ searchParams }: Props) {
  if (!(await setupNeeded())) redirect('/');
  const { token } = await searchParams;
  if (typeof token !== 'string' || token === '') {
    return (
      <>
        <h1 className="text-xl font-semibold tracking-tight">This link is incomplete</h1>
        <p className="mt-2 text-ink-2">
          Open the complete one-time link that the terminal printed, including its token.
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
