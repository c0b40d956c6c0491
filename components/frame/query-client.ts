import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

/** The HTTP status of an ApiRequestError; undefined for other errors, such as a lost connection. */
function statusOf(error: unknown): number | undefined {
  const status = (error as { httpStatus?: unknown } | null)?.httpStatus;
  return typeof status === 'number' ? status : undefined;
}

/** Statuses worth a retry: no answer, access changed while the rows were read, the server is busy. */
const TEMPORARY: readonly (number | undefined)[] = [undefined, 409, 503];

/** Statuses of requests about a group that is gone, or out of reach. */
const WITHOUT_GROUP: readonly (number | undefined)[] = [403, 404];

/** How long an answer that a group is there holds where a request then finds nothing, in ms. */
export const GROUP_HOLDS_MS = 2_000;

/** Asks whether the group on the screen is still there, after a request that found nothing. */
function askForGroup(client: QueryClient, error: unknown): void {
  if (!WITHOUT_GROUP.includes(statusOf(error))) return;
  void client.invalidateQueries({
    queryKey: ['groups', 'one'],
    predicate: ({ state }) =>
      state.status !== 'error' && Date.now() - state.dataUpdatedAt > GROUP_HOLDS_MS,
  });
}

/**
 * The query cache: data is fresh for 15 s, and only temporary failures are retried. A browser that
 * calls itself offline may still reach a server nearby; requests would otherwise wait in silence.
 */
export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey: [collection, form] }) => {
        if (collection !== 'groups' || form !== 'one') askForGroup(client, error);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => askForGroup(client, error) }),
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
  return client;
}
