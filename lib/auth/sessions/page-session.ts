/** The session of the page that is being rendered. */
import { headers } from 'next/headers';
import { isSessionBlocked } from './from-session.ts';
import { readSession, sessionNamedIn, type LiveSession } from './sessions.ts';

const visitorsSession = async () => readSession((await headers()).get('cookie'));

/** The session; null also if a block leaves it no access. */
export async function currentSession(): Promise<LiveSession | null> {
  const session = await visitorsSession();
  return session === null || (await isSessionBlocked(session)) ? null : session;
}

/** Why a visitor whose browser names a session is not signed in; null for any other visitor. */
export async function lostSession(): Promise<'ended' | 'blocked' | null> {
  const session = await visitorsSession();
  if (session !== null) return (await isSessionBlocked(session)) ? 'blocked' : null;
  const named = await sessionNamedIn((await headers()).get('cookie'));
  return named === null ? null : 'ended';
}
