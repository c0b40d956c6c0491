import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/** What the holder of a code is offered. */
export interface InvitePreview {
  group: { uid: string; name: string; description: string };
  role: { uid: string; name: string; description: string };
  email?: string;
  singleUse: boolean;
  expirationTime: string;
}

export interface NewPerson {
  name: string;
  email: string;
  password: string;
}

/** A wrong code counts as an attempt, so it is not asked for again by itself. */
export const invitePreview = (code: string) =>
  queryOptions({
    queryKey: ['invite', code],
    queryFn: () =>
      call<InvitePreview>('/auth/v1/invites:preview', { method: 'POST', body: { code } }),
    retry: false,
    staleTime: Infinity,
  });

export const acceptInvite = (code: string, person?: NewPerson) =>
  call<{ group: Group }>('/auth/v1/invites:accept', { method: 'POST', body: { code, ...person } });
