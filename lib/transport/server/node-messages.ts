/** Converts between Node's HTTP messages and the web's Request and Response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { invalidField } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { methodNotAllowed } from '#lib/transport/http/answers.ts';
import { isStreamed } from '#lib/transport/http/streams.ts';

/** The methods that at least one path supports. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * @throws ApiError INVALID_ARGUMENT for a target or a host that no URL can have,
 *   UNIMPLEMENTED for a method that no path supports.
 */
export function toRequest(message: IncomingMessage, signal: AbortSignal): Request {
  const method = message.method ?? 'GET';
  if (!METHODS.includes(method)) throw methodNotAllowed(method, METHODS);
  return new Request(parsedUrl(message), {
    method,
    headers: headersOf(message),
    signal,
    ...(hasBody(message) && { body: bodyOf(message), duplex: 'half' }),
  });
}

function hasBody({ method = 'GET', headers, httpVersionMajor }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  // HTTP/2 need not announce a body.
  if (httpVersionMajor > 1) return true;
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** @throws ApiError INVALID_ARGUMENT if there is no valid URL. */
export function parsedUrl(message: IncomingMessage): URL {
  const target = message.url ?? '';
  if (!target.startsWith('/') || target.includes('#')) throw invalidField('url', 'is malformed');
  const host = message.headers.host ?? defaultHost(message);
  const url = HOST.test(host) ? URL.parse(`http://${host}${target}`) : null;
  if (url === null) throw invalidField('Host', 'must be a host, with a port if it has one');
  return url;
}

/** Clients of HTTP/1.0 need not name the host, as the health checks of haproxy do not. */
function defaultHost({ httpVersion }: IncomingMessage): string {
  return httpVersion === '1.0' ? new URL(config().url).host : '';
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const item of [value ?? []].flat()) headers.append(name, item);
  }
  return headers;
}

/**
 * Nothing is read before the handler asks for it, once it knows the caller. The message stays open where
 * the handler reads no more, so that the response can be sent.
 */
const bodyOf = (message: IncomingMessage) =>
  NodeReadableStream.from<Uint8Array>(
    message.iterator({ destroyOnReturn: false }),
  ) as ReadableStream;

export function plainHeaders({ headers }: IncomingMessage): Pick<Headers, 'get'> {
  return {
    get(name) {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
}

export function sendBody(
  body: string | Buffer,
  headers: Record<string, string>,
  to: ServerResponse,
  status = 200,
): void {
  const length = status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  to.writeHead(status, { ...headers, ...length });
  to.end(body);
  // The unread rest of the body would block the next request on the connection.
  to.req.resume();
}

/** Sends the response; for a HEAD, everything but its body. */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  const body = isStreamed(response) ? null : Buffer.from(await response.arrayBuffer());
  if (to.destroyed) {
    // A body that was read completely above cannot be cancelled and need not be.
    if (body === null) await response.body?.cancel();
    return;
  }
  to.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') to.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) to.setHeader('set-cookie', cookies);
  if (body === null) {
    await sendStream(response, to);
    return;
  }
  if (![204, 304].includes(response.status)) to.setHeader('content-length', body.byteLength);
  to.end(to.req.method === 'HEAD' ? undefined : body);
  // The unread rest of the body would block the next request on the connection.
  to.once('finish', () => to.req.removeAllListeners('readable').resume());
}

/** @throws errors of the body. The client notices by the end of the connection. */
async function sendStream(response: Response, to: ServerResponse): Promise<void> {
  to.req.removeAllListeners('readable').resume();
  if (to.req.method === 'HEAD' || response.body === null) {
    await response.body?.cancel();
    to.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), to);
  } catch (error) {
    // A client that disconnects halfway is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
