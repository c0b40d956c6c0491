import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { sendBy } from '#lib/client/api.ts';
import { config } from '#lib/config.ts';
import { handleAuth } from '#lib/transport/auth/auth.ts';
import { handleApi } from '#lib/transport/rest/rest.ts';

/* The functions that serve the API answer pages too, with the visitor's own session. */
sendBy(async (path, init) => {
  const sent = new Headers(init.headers);
  sent.set('cookie', (await headers()).get('cookie') ?? '');
  // The page that asks is one of our own.
  sent.set('sec-fetch-site', 'same-origin');
  const handle = path.startsWith('/auth/') ? handleAuth : handleApi;
  return handle(new Request(config().url + path, { ...init, headers: sent }));
});

/**
 * Asks for what a page is about to ask for, so that it is sent with it. Undefined where there
 * is nothing to ask, or the answer is an error: the browser asks again and shows what is wrong.
 */
export async function prefetch<T, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, Key> & { enabled?: unknown },
): Promise<T | undefined> {
  if (query.enabled === false) return undefined;
  try {
    return await client.fetchQuery(query);
  } catch {
    return undefined;
  }
}
