/**
 * Lets pages of other sites call the API with tokens, never with cookies.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '#lib/config.ts';
import { findArea } from '#lib/transport/endpoints/areas.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';

const EXPOSED = [
  'etag',
  'retry-after',
  'x-request-id',
  'grpc-status',
  'grpc-message',
  'grpc-status-details-bin',
].join(', ');

const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE';

/**
 * Names the origin on the response if the settings list it, so that its page may read the answer.
 */
export function allowOrigin(message: IncomingMessage, response: ServerResponse): void {
  const { corsOrigins } = config();
  if (corsOrigins.length === 0 || findArea(pathOf(message.url))?.isForOrigins !== true) return;
  response.setHeader('vary', 'origin');
  const { origin } = message.headers;
  if (origin === undefined || !corsOrigins.includes(origin)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', EXPOSED);
}

/**
 * True for a preflight request, with which a browser asks whether a page of another site may send
 * one.
 */
export const isPreflight = (method: string | undefined, headers: Pick<Headers, 'get'>): boolean =>
  method === 'OPTIONS' &&
  headers.get('origin') !== null &&
  headers.get('access-control-request-method') !== null;

/**
 * The answer to a preflight request. Without the headers of {@link allowOrigin} it permits nothing.
 */
export const preflight = (headers: Headers): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
      'access-control-max-age': '600',
    },
  });
