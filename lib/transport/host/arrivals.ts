/** What happens to each request as it arrives, whichever host it arrives at. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '#lib/auth/client-address.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { enterTrace } from '#lib/tracing/current.ts';
import { readTraceContext } from '#lib/tracing/trace-context.ts';
import { allowOrigin } from './cors.ts';
import { securityHeaders } from './security-headers.ts';

/** What the parser of URLs changes in a path: dot segments, backslashes, tabs and line breaks. */
const CHANGING = /^[^?#]*(?:[\\\t\r\n]|\/(?:\.|%2e))/i;

/**
 * Notes the address of the client on the request and its trace for what handles it, and puts the
 * security headers on the response, and what other origins need. Later code may override them.
 */
export function noteArrival(message: IncomingMessage, response: ServerResponse): void {
  normalizeTarget(message);
  for (const [name, value] of Object.entries(securityHeaders())) response.setHeader(name, value);
  allowOrigin(message, response);
  noteClient(message);
  const { headers } = message;
  enterTrace(readTraceContext(joined(headers['traceparent']), joined(headers['tracestate'])));
}

/**
 * Turns `GET http://host/path` into `GET /path`, which is the same request, and `/x/../path` as
 * well. Handlers read the path as a URL, so limits and headers must go by the same path.
 */
function normalizeTarget(message: IncomingMessage): void {
  message.url = (message.url ?? '').replace(/^https?:\/\/[^/?#]*(?=[/?]|$)/i, '');
  if (message.url === '' || message.url.startsWith('?')) message.url = `/${message.url}`;
  if (!message.url.startsWith('/') || !CHANGING.test(message.url)) return;
  const url = URL.parse(`http://localhost${message.url}`);
  if (url !== null) message.url = url.pathname + url.search + url.hash;
}

function noteClient({ headers, socket }: IncomingMessage): void {
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress, {
    forwardedFor: joined(headers['x-forwarded-for']),
    forwarded: joined(headers['forwarded']),
  });
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
