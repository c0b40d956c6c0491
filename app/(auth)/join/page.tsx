import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Join } from '#app/(auth)/join/join.tsx';
import { currentSession } from '#lib/auth/sessions/page-session.ts';
import { config } from '#lib/config.ts';
import { joinPath } from '#lib/client/paths.ts';

/* The code in the address must not travel to another site. */
export const metadata: Metadata = { title: 'Join', referrer: 'no-referrer' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function JoinPage({ searchParams }: Props) {
  const { code } = await searchParams;
  // Invite links of earlier versions carry the code in the query.
  if (typeof code === 'string' && code !== '') redirect(joinPath(code));
  const session = await currentSession();
  return <Join signedInAs={session && session.email} sendsMail={config().mail !== undefined} />;
}
