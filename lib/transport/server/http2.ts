/** HTTP/2: gRPC, and everything else that HTTP/1.1 serves. */
import { constants, createServer } from 'node:http2';
import type {
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
  ServerHttp2Session,
} from 'node:http2';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { config } from '#lib/config.ts';
import {
  limitArrival,
  MAX_ARRIVAL_MS,
  MAX_HEADER_BYTES,
  maxHeaderMs,
} from '#lib/transport/http/limits.ts';

export interface Http2 {
  server: Http2Server;
  /** Sends all clients elsewhere. Requests that have already arrived are still answered. */
  close(): void;
}

type Listener = (message: IncomingMessage, response: ServerResponse) => void;

const MAX_SESSION_MEGABYTES = 16;

const IDLE_TIMEOUT_MS = 5 * 60_000;
/** How long running responses may still take after that. */
const LINGER_MS = 5_000;

export function createHttp2(listener: Listener): Http2 {
  const sessions = new Set<ServerHttp2Session>();
  let closing = false;
  const maxConcurrentStreams = config().bounds.streams;
  const options = {
    settings: { maxConcurrentStreams, maxHeaderListSize: MAX_HEADER_BYTES },
    maxSessionMemory: MAX_SESSION_MEGABYTES,
  };
  const server = createServer(options, (request, response) => {
    const { stream } = request;
    limitArrival(stream, MAX_ARRIVAL_MS, () => stream.close(constants.NGHTTP2_CANCEL));
    // The unread rest of a request would keep its stream open, and a connection has only so many.
    stream.once('finish', () => request.removeAllListeners('readable').resume());
    likeHttp1(request, response);
  });
  // Its classes have everything that a listener of HTTP/1.1 uses.
  server.on('request', listener);
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.setTimeout(IDLE_TIMEOUT_MS, () => end(session));
    limitFirstHeaders(session);
    if (closing) session.close();
  });
  // The session itself reports a protocol error to its client, and then ends.
  server.on('sessionError', () => undefined);
  const close = () => {
    closing = true;
    for (const session of sessions) session.close();
  };
  return { server, close };
}

/** Ends a connection without any request, including one whose headers never end. */
function limitFirstHeaders(session: ServerHttp2Session): void {
  const late = setTimeout(() => end(session), maxHeaderMs());
  const forget = () => clearTimeout(late);
  session.once('stream', forget);
  session.once('close', forget);
}

function end(session: ServerHttp2Session): void {
  session.close();
  const cut = setTimeout(() => session.destroy(), LINGER_MS);
  session.on('close', () => clearTimeout(cut));
}

/** Puts the host where HTTP/1.1 has it, and removes headers that only HTTP/2 has. */
function likeHttp1(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const { method, url, authority } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
  );
  // Without these properties the request would read the removed headers.
  Object.defineProperties(request, {
    method: { value: method, writable: true },
    url: { value: url, writable: true },
    authority: { value: authority },
    headers: { value: { ...headers, host: authority } },
  });
  Object.defineProperties(response, {
    // Next's compression calls this before it sends the headers.
    _implicitHeader: { value: () => response.writeHead(response.statusCode) },
    // HTTP/2 has no status message, and Node would log a warning.
    statusMessage: { value: '', writable: true },
  });
}
