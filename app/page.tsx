import { redirect } from 'next/navigation';
import { readCaller } from '#app/(console)/caller.ts';
import { FirstRun } from '#components/frame/first-run.tsx';
import { currentSession } from '#lib/auth/sign-in/page-session.ts';
import { setupNeeded } from '#lib/service/people/setup.ts';
import { groupPath } from '#lib/client/paths.ts';

/** Home: the group that one reaches or all of them, or what has to come before. */
export default async function HomePage() {
  if (!(await currentSession())) {
    if (await setupNeeded()) return <FirstRun />;
    redirect('/sign-in');
  }
  const [first, ...others] = (await readCaller())?.topGroups ?? [];
  redirect(first && others.length === 0 ? groupPath(first.uid) : '/groups');
}
