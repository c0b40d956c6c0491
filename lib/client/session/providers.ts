/** The identity providers that people can sign in through. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

interface Provider {
  /** Its uid with dots instead of slashes. */
  id: string;
  name: string;
}

/** Those of the root groups themselves, not of the groups below. */
export const providersOf = (roots: readonly string[]) =>
  queryOptions({
    queryKey: ['providers'],
    queryFn: ({ signal }) => call<Provider[]>('/auth/v1/providers', { signal }),
    select: (all) =>
      all.filter(({ id }) => {
        const [root = '', , ...below] = id.split('.');
        return below.length === 0 && roots.includes(root);
      }),
  });
