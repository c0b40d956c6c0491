/** The sessions of whoever an identity names. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import type { Answered } from '#lib/client/resources/wire.ts';
import type {
  ListPersonSessionsResponse_ProviderJson,
  ListPersonSessionsResponse_SessionJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { identities } from '#lib/client/resources/resources.ts';

export type PersonSession = Answered<ListPersonSessionsResponse_SessionJson, 'providerName'>;

export interface PersonSessions {
  /** The last used first. */
  sessions: PersonSession[];
  providers: Answered<ListPersonSessionsResponse_ProviderJson>[];
}

export const readPersonSessions = (uid: string, signal: AbortSignal) => {
  const search = new URLSearchParams({ identity_uid: uid });
  return call<PersonSessions>(`${identities.collection}:sessions?${search}`, { signal });
};

export const personSessions = (uid: string) =>
  queryOptions({
    queryKey: ['personSessions', uid],
    queryFn: ({ signal }) => readPersonSessions(uid, signal),
  });

/** Ends one session of the person, or without `sessionUid` all that began in the organization. */
export const endSessionsRequest = (identityUid: string, sessionUid?: string): ShellRequest => ({
  method: 'POST',
  path: `${identities.collection}:endSessions`,
  body: { identityUid, ...(sessionUid === undefined ? {} : { sessionUid }) },
});
