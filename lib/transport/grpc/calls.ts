/**
 * Handles calls of Connect and gRPC-Web that arrive as requests, at a route handler. Plain gRPC ends with
 * trailers of HTTP/2, which a Response does not have.
 */
import { universalServerResponseToFetch } from '@connectrpc/connect/protocol';
import { stopSignal } from '#lib/transport/host/stopping.ts';
import { chunksOf } from '#lib/transport/http/bodies.ts';
import { maxBodyMs } from '#lib/transport/http/limits.ts';
import { dropDistantDeadline } from './deadlines.ts';
import { rpcMethods, type FindMethod } from './methods.ts';

let find: FindMethod | undefined;

/** Answers a call of Connect or gRPC-Web that arrives as a request of the web platform. */
export async function serveCall(request: Request): Promise<Response> {
  find ??= rpcMethods(stopSignal());
  const { headers: header, method, signal, url } = request;
  const path = new URL(url).pathname;
  const handler = find({ method, path, contentType: header.get('content-type') ?? '' });
  if (handler === undefined) return new Response(null, { status: 404 });
  dropDistantDeadline(header);
  const body = chunksOf(request, { bytes: Infinity, milliseconds: maxBodyMs() });
  const call = { httpVersion: '1.1', method, url, header, signal, body };
  return universalServerResponseToFetch(await handler(call));
}
