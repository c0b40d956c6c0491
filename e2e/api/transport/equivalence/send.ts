/** The parts that all transports share. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Json } from '../../harness.ts';
import type { Ask } from './asks.ts';
import type { Answer } from './answer.ts';

/** Undefined for what the transport cannot express. */
export type Send = (ask: Ask) => Promise<Answer | undefined>;

export function headersOf({ token, ifMatch }: Ask): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
}

interface JsonAnswer {
  status: number;
  headers: Headers;
  /** An empty object for an empty body. */
  json: Json;
}

/** A new connection for each request: the server may close a kept one just when it is used again. */
export const OWN_CONNECTION = { agent: false } as const;

export async function fetchJson(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Json,
): Promise<JsonAnswer> {
  const type = body && { 'content-type': 'application/json' };
  const message = request(url, { ...OWN_CONNECTION, method, headers: { ...headers, ...type } });
  message.end(body && JSON.stringify(body));
  const [answer] = (await once(message, 'response')) as [IncomingMessage];
  const content = await text(answer);
  return {
    status: answer.statusCode ?? 0,
    headers: new Headers(answer.headers as Record<string, string>),
    json: content === '' ? {} : (JSON.parse(content) as Json),
  };
}
