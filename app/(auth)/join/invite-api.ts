import type {
  AcceptInviteRequestJson,
  PreviewInviteResponseJson,
} from '#lib/generated/proto/grove/auth/v1/invites_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { queryOptions } from '@tanstack/react-query';
import { post } from '#lib/client/api.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/** What the invite offers to the holder of its code. */
export type InvitePreview = Answered<
  PreviewInviteResponseJson,
  MayBeAbsent<'PreviewInviteResponse'>
>;

export type NewPerson = Required<Omit<AcceptInviteRequestJson, 'code'>>;

/** Never retried: the server counts each wrong code as an attempt. */
export const invitePreview = (code: string) =>
  queryOptions({
    queryKey: ['invite', code],
    queryFn: () => post<InvitePreview>('/auth/v1/invites:preview', { code }),
    retry: false,
    staleTime: Infinity,
  });

export const acceptInvite = (code: string, person?: NewPerson) =>
  post<{ group: Group }>('/auth/v1/invites:accept', { code, ...person });
