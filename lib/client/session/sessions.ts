/** The caller's sessions. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** A session of the signed-in person. Times are RFC 3339. */
export interface OwnSession {
  uid: string;
  userAgent: string;
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network?: string;
  passkey: boolean;
  current: boolean;
  createTime: string;
  lastSeenTime: string;
  expireTime: string;
}

const PATH = '/auth/v1/sessions';

export const ownSessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await call<{ sessions: OwnSession[] }>(PATH, { signal })).sessions,
  });

export const endSession = (uid: string) => call<void>(`${PATH}/${uid}`, { method: 'DELETE' });

export const endOtherSessions = () => call<{ ended: number }>(PATH, { method: 'DELETE' });
