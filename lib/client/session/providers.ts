/** The identity providers that people can sign in through. */
import type { ListProvidersResponse_ProviderJson } from '#lib/generated/proto/grove/auth/v1/sign_in_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import { getQuery } from '#lib/client/get-query.ts';

export type ProviderChoice = Answered<ListProvidersResponse_ProviderJson>;

const providers = (asked: [name: string, value: string][]) =>
  getQuery<ProviderChoice[]>(
    ['providers', asked],
    `/auth/v1/providers?${new URLSearchParams(asked)}`,
  );

/** Those of the organizations with these root groups. */
export const providersIn = (roots: readonly string[]) =>
  providers(roots.map((root) => ['organization', root]));

/** Those of the root groups themselves, not of the groups below. */
export const providersOf = (roots: readonly string[]) => ({
  ...providersIn(roots),
  select: (all: readonly ProviderChoice[]) =>
    all.filter(({ id }) => {
      const [root = '', , ...below] = id.split('.');
      return below.length === 0 && roots.includes(root);
    }),
});

/** Those of the organization that has the domain of an address verified. */
export const providersAt = (email: string) => {
  const domain = /@([^@\s]+\.[^@\s.]+)$/.exec(email.trim())?.[1]?.toLowerCase();
  return {
    ...providers(domain === undefined ? [] : [['domain', domain]]),
    enabled: domain !== undefined,
  };
};
