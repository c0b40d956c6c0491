import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** The response to a GET of a path, with these parameters. */
export const getQuery = <Answer>(
  queryKey: readonly unknown[],
  path: string,
  params?: Readonly<Record<string, string>>,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call<Answer>(params ? `${path}?${new URLSearchParams(params)}` : path, { signal }),
  });
