/** The caller's sessions. */
import type {
  EndOtherSessionsResponseJson,
  ListSessionsResponse_SessionJson,
} from '#lib/generated/proto/grove/auth/v1/sessions_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** A session of the signed-in person. */
export type OwnSession = Answered<
  ListSessionsResponse_SessionJson,
  MayBeAbsent<'ListSessionsResponseSession'>
>;

const PATH = '/auth/v1/sessions';

export const ownSessions = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await call<{ sessions: OwnSession[] }>(PATH, { signal })).sessions,
  });

export const endSession = (uid: string) => call<void>(`${PATH}/${uid}`, { method: 'DELETE' });

export const endOtherSessions = () =>
  call<Answered<EndOtherSessionsResponseJson>>(PATH, { method: 'DELETE' });
