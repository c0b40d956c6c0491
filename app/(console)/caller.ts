import { headers } from 'next/headers';
import type { Caller } from '#components/frame/data.ts';
import { config } from '#lib/config.ts';
import { handleAuth } from '#lib/transport/auth.ts';

/**
 * Who asks, by the same function that answers `GET /auth/v1/me`, so that the tree is in the first
 * paint. Null when it cannot be told now; the browser then asks for itself and shows what is wrong.
 */
export async function readCaller(): Promise<Caller | null> {
  const cookie = (await headers()).get('cookie') ?? '';
  const request = new Request(`${config().url}/auth/v1/me`, { headers: { cookie } });
  const response = await handleAuth(request);
  return response.ok ? ((await response.json()) as Caller) : null;
}
