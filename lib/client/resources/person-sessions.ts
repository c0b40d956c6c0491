/** The sessions of whoever an identity names. */
import { getQuery } from '#lib/client/get-query.ts';
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

export const personSessions = (uid: string) =>
  getQuery<PersonSessions>(['personSessions', uid], `${identities.collection}:sessions`, {
    identity_uid: uid,
  });

/** Ends one session of the person, or without `sessionUid` all that began in the organization. */
export const endSessionsRequest = (identityUid: string, sessionUid?: string): ShellRequest => ({
  method: 'POST',
  path: `${identities.collection}:endSessions`,
  body: { identityUid, ...(sessionUid === undefined ? {} : { sessionUid }) },
});
