/** Confirming, within a session, who one is. */
import type { AuthenticationJson } from '#lib/generated/proto/grove/auth/v1/sessions_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, confirmIdentity, post } from '#lib/client/api.ts';
import { type Caller, personOf } from '#lib/client/session/caller.ts';

export type Authentication = Answered<AuthenticationJson, MayBeAbsent<'Authentication'>>;

const PATH = '/auth/v1/sessions:reauthenticate';

export const readAuthentication = (signal?: AbortSignal) =>
  call<Authentication>(PATH, signal && { signal });

/** As it is when the person is asked. */
export const authentication = () =>
  queryOptions({
    queryKey: ['authentication'],
    queryFn: ({ signal }) => readAuthentication(signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Asks before the first of many changes, so that nobody is asked in the middle.
 *
 * @returns whether they may begin.
 */
export const confirmFirst = async () => (await readAuthentication()).recent || confirmIdentity();

/** Confirms the sign-in for 10 minutes. It fails with INVALID_ARGUMENT for a wrong password. */
export const reauthenticate = (given: { currentPassword: string } | { credential: object }) =>
  post<object>(PATH, given);

/**
 * Compares who is signed in now with who was before. A page of somebody else must not send anything.
 *
 * @returns the problem if it is another person; null also if nobody is known from before.
 */
export async function otherPerson(before: Caller | undefined): Promise<string | null> {
  const now = await call<Caller>('/auth/v1/me', { asksNobody: true });
  if (before === undefined || personOf(now) === personOf(before)) return null;
  const { name, email } = now.principal;
  return `You signed in as ${name || email || 'somebody else'}. Sign in as the same person.`;
}

const CHANNEL = 'grove signed in again';

/** Says to the other windows of this browser that the person has signed in. */
export function saySignedIn(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // A channel has no origin but its own.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(null);
  channel.close();
}

/** @returns how to stop listening. */
export function onSignedIn(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
