import { queryOptions } from '@tanstack/react-query';
import { post } from '#lib/client/api.ts';
import type { Group } from '#lib/client/resources/queries.ts';

/** What the invite offers to the holder of its code. */
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
