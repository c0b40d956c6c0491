import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Welcome } from '#app/(auth)/welcome/welcome.tsx';
import { setupNeeded } from '#lib/service/people/setup.ts';

/* The one-time token in the address must not travel to another site. */
export const metadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' };

export default async function WelcomePage() {
  if (!(await setupNeeded())) redirect('/');
  return <Welcome />;
}
