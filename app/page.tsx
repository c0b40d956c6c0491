import { redirect } from 'next/navigation';
import { FirstRun } from '#components/frame/first-run.tsx';
import { currentSession } from '#lib/auth/session.ts';
import { setupNeeded } from '#lib/auth/setup.ts';

/** Home: the groups, or what has to come before them. */
export default async function HomePage() {
  if (!(await currentSession())) {
    if (setupNeeded()) return <FirstRun />;
    redirect('/sign-in');
  }
  redirect('/groups');
}
