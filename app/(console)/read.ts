import { headers } from 'next/headers';
import type { Answer } from '#lib/client/api.ts';
import { config } from '#lib/config.ts';
import { handleAuth } from '#lib/transport/auth.ts';
import { handleApi } from '#lib/transport/rest.ts';

/**
 * Answers of the public API for the first paint, by the functions that serve it and with the
 * visitor's own session. Null where it is an error: the browser asks again and shows what is wrong.
 */
async function read<T>(
  handle: (request: Request) => Promise<Response>,
  path: string,
): Promise<Answer<T> | null> {
  const cookie = (await headers()).get('cookie') ?? '';
  const response = await handle(new Request(config().url + path, { headers: { cookie } }));
  if (!response.ok) return null;
  return { body: (await response.json()) as T, etag: response.headers.get('etag') };
}

/** One resource with its ETag, as the browser's cache keeps it. */
export const readVersioned = <T>(path: string) => read<T>(handleApi, path);

export const readApi = async <T>(path: string) => (await read<T>(handleApi, path))?.body ?? null;
export const readAuth = async <T>(path: string) => (await read<T>(handleAuth, path))?.body ?? null;
