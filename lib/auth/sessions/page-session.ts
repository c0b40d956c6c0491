/** The session of the page that is being rendered. */
import { headers } from 'next/headers';
import { accessRevision } from '#lib/store/store.ts';
import { isSessionBlocked } from './from-session.ts';
import { readSession, sessionNamedIn, type LiveSession } from './sessions.ts';

const visitorsSession = async (revision: string) =>
  readSession((await headers()).get('cookie'), { revision });

/** The session; null also if a block leaves it no access. */
export async function currentSession(): Promise<LiveSession | null> {
  const revision = await accessRevision();
  const session = await visitorsSession(revision);
  return session === null || (await isSessionBlocked(session, revision)) ? null : session;
}

/** Why a visitor whose browser names a session is not signed in; null for any other visitor. */
export async function lostSession(): Promise<'ended' | 'blocked' | null> {
  const revision = await accessRevision();
  const session = await visitorsSession(revision);
  if (session !== null) return (await isSessionBlocked(session, revision)) ? 'blocked' : null;
  const named = await sessionNamedIn((await headers()).get('cookie'));
  return named === null ? null : 'ended';
}
