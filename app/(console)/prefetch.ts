import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { headers } from 'next/headers';
import { cache } from 'react';
import { sendBy } from '#lib/client/api.ts';
import { pageReads } from '#lib/auth/identify.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { config } from '#lib/config.ts';
import { handleAuth } from '#lib/transport/auth/auth.ts';
import { handleApi } from '#lib/transport/rest/rest.ts';

/** The visitor is looked up once for all reads of a page. */
const reads = cache(() => ({}));

/** Pages call the API's own handlers, with the visitor's session and address. */
async function askApi(path: string, init: RequestInit): Promise<Response> {
  const sent = new Headers(init.headers);
  const received = await headers();
  sent.set('cookie', received.get('cookie') ?? '');
  sent.set(CLIENT_ADDRESS_HEADER, received.get(CLIENT_ADDRESS_HEADER) ?? '');
  // The server sends this request for its own page.
  sent.set('sec-fetch-site', 'same-origin');
  const handle = path.startsWith('/auth/') ? handleAuth : handleApi;
  const request = new Request(config().url + path, { ...init, headers: sent });
  return pageReads.run(reads(), () => handle(request));
}

sendBy(askApi);

/** The uid of the newest event of an organization, with which a stream begins; '' if there is none. */
export async function newestEvent(root: string): Promise<string> {
  const answer = await askApi(`/iam/v2beta1/events:watch?group_uid=${root}`, {});
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let id: string | undefined;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    text += read.value;
    id = /^id: (\S+)\n/m.exec(text)?.[1];
    if (id !== undefined) break;
  }
  await reader?.cancel();
  return id ?? '';
}

/**
 * Runs a query of a page ahead of time, so that its result is sent with the page. Undefined if
 * there is no query or it fails: the browser then repeats it and shows the error.
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
