/**
 * Access requests. The keys of their queries begin with that of the caller: whatever changes who may do what,
 * answers included, has them read again.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, post, request } from '#lib/client/api.ts';
import type { Answered, AccessRequest } from '#lib/client/resources/wire.ts';
import { WAITING_COUNT } from '#lib/client/session/caller.ts';
import type {
  AccessRequestJson,
  ListAccessOffersResponse_OfferJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';

export const REQUESTS = '/iam/v2beta1/accessRequests';

export type Offer = Answered<ListAccessOffersResponse_OfferJson>;

interface RequestList {
  accessRequests: AccessRequest[];
  totalCount: string;
}

/** Only those who may list requests hear of answers: others look again. */
const AGAIN_MS = 15_000;

const list = (query: Record<string, string>, signal: AbortSignal) =>
  call<RequestList>(`${REQUESTS}?${new URLSearchParams(query)}`, { signal });

const isWaiting = ({ state }: AccessRequest): boolean => state === 'PENDING';

/** What the caller may ask for at a group. */
export const offersQuery = (group: string) =>
  queryOptions({
    queryKey: ['me', 'offers', group],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ group_uid: group });
      return (await call<{ offers: Offer[] }>(`${REQUESTS}:offers?${query}`, { signal })).offers;
    },
  });

/** The newest requests of the caller. */
export const ownRequestsQuery = () =>
  queryOptions({
    queryKey: ['me', 'requests'],
    queryFn: ({ signal }) =>
      list({ own: 'true', order_by: 'created_at desc', page_size: '20' }, signal),
    refetchInterval: ({ state }) => state.data?.accessRequests.some(isWaiting) === true && AGAIN_MS,
  });

/** The requests that wait for an answer of the caller, the oldest first. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['me', 'waiting'],
    queryFn: ({ signal }) =>
      list(
        { answerable: 'true', states: 'PENDING', order_by: 'created_at', page_size: '200' },
        signal,
      ),
  });

/** How many there are, for the frame. */
export const waitingCount = () =>
  queryOptions({
    queryKey: WAITING_COUNT,
    queryFn: async ({ signal }) => {
      const query = { answerable: 'true', states: 'PENDING', page_size: '1' };
      return Number((await list(query, signal)).totalCount);
    },
  });

/** With its ETag, which guards an answer against another one. */
export const requestQuery = (uid: string) =>
  queryOptions({
    queryKey: ['me', 'request', uid],
    queryFn: ({ signal }) => request<AccessRequest>(`${REQUESTS}/${uid}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isWaiting(state.data.body) && AGAIN_MS,
  });

/** Whether the request waits for an answer of the caller. */
export const answerableQuery = (uid: string) =>
  queryOptions({
    queryKey: ['me', 'answerable', uid],
    queryFn: async ({ signal }) => {
      const found = await list({ answerable: 'true', 'uidp.ids': uid, page_size: '1' }, signal);
      return found.accessRequests.length > 0;
    },
  });

export interface Asked {
  ruleUid: string;
  roleUid: string;
  duration: string;
  reason?: string;
  startTime?: string;
}

/** What asking would do: whom it asks, and for how long at most. */
export type Preview = Required<Pick<AccessRequestJson, 'asked' | 'maxDuration'>>;

/** Asks for nothing, and fails as asking would. */
export const previewQuery = (group: string, asked: Asked) =>
  queryOptions({
    queryKey: ['me', 'preview', group, asked],
    queryFn: ({ signal }) =>
      post<Preview>(`${REQUESTS}/${group}`, { ...asked, validateOnly: true }, signal),
    retry: false,
  });

export const ask = (group: string, asked: Asked) =>
  post<AccessRequest>(`${REQUESTS}/${group}`, asked);

export type Answer = 'approve' | 'deny' | 'withdraw' | 'end' | 'extend' | 'review';

export interface Answering {
  uid: string;
  /** Null to answer whatever it has become. */
  etag: string | null;
  reason?: string;
  duration?: string;
  groupUids?: readonly string[];
}

export const answer = async (how: Answer, { uid, etag, ...more }: Answering) =>
  (
    await request<AccessRequest>(`${REQUESTS}:${how}`, {
      method: 'POST',
      body: { uid, ...more },
      ifMatch: etag,
    })
  ).body;

export const refreshRequests = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['me'] });
