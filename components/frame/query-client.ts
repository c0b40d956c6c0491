import { QueryClient } from '@tanstack/react-query';

/** The HTTP status of an ApiRequestError; undefined for other errors, such as a lost connection. */
function statusOf(error: unknown): number | undefined {
  const status = (error as { httpStatus?: unknown } | null)?.httpStatus;
  return typeof status === 'number' ? status : undefined;
}

/** Statuses worth a retry: no answer, access changed while the rows were read, the server is busy. */
const TEMPORARY: readonly (number | undefined)[] = [undefined, 409, 503];

/**
 * The query cache: data is fresh for 15 s, and only temporary failures are retried. A browser that
 * calls itself offline may still reach a server nearby; requests would otherwise wait in silence.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && TEMPORARY.includes(statusOf(error)),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}
