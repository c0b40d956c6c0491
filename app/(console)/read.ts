import { headers } from 'next/headers';
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
): Promise<T | null> {
  const cookie = (await headers()).get('cookie') ?? '';
  const response = await handle(new Request(config().url + path, { headers: { cookie } }));
  return response.ok ? ((await response.json()) as T) : null;
}

export const readApi = <T>(path: string) => read<T>(handleApi, path);
export const readAuth = <T>(path: string) => read<T>(handleAuth, path);
