import { queryOptions } from '@tanstack/react-query';
import type {
  AgreeToEmailChangeResponseJson,
  PreviewEmailChangeResponseJson,
} from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import { post } from '#lib/client/api.ts';
import type { Answered } from '#lib/client/resources/wire.ts';

const PATH = '/auth/v1/emailChange';

/** Sends a link to the current address of the caller's account. */
export const beginEmailChange = (email: string) => post<object>(`${PATH}:begin`, { email });

export const emailChange = (code: string) =>
  queryOptions({
    queryKey: ['email change', code],
    queryFn: ({ signal }) =>
      post<Answered<PreviewEmailChangeResponseJson>>(`${PATH}:preview`, { code }, signal),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Agrees to the change; `changed` once both addresses have. */
export const agreeToEmailChange = (code: string) =>
  post<Answered<AgreeToEmailChangeResponseJson>>(`${PATH}:agree`, { code });
