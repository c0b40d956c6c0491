/** The session of the page that is being rendered. */
import { headers } from 'next/headers';
import { readSession } from './sessions.ts';
import type { LiveSession } from './sessions.ts';

export async function currentSession(): Promise<LiveSession | null> {
  return readSession((await headers()).get('cookie'));
}
