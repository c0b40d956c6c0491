/** The identity providers that people can sign in through. */
import { getQuery } from '#lib/client/get-query.ts';

export interface ProviderChoice {
  /** Its uid with dots instead of slashes. */
  id: string;
  name: string;
}

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
