import { redirect } from 'next/navigation';
import { readCaller } from '#app/(console)/caller.ts';
import { FirstRun } from '#components/frame/first-run.tsx';
import { currentSession } from '#lib/auth/sessions/page-session.ts';
import { setupNeeded } from '#lib/service/people/setup.ts';
import { groupPath } from '#lib/client/paths.ts';

/** Home: opens the caller's only group, lists all groups, or starts the set-up. */
export default async function HomePage() {
  if (!(await currentSession())) {
    if (await setupNeeded()) return <FirstRun />;
    redirect('/sign-in');
  }
  const [first, ...others] = (await readCaller())?.topGroups ?? [];
  redirect(first && others.length === 0 ? groupPath(first.uid) : '/groups');
}
