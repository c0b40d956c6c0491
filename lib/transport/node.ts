/**
 * The server. The API is answered directly, before Next: that costs a
 * fraction of the time, and Next's router would change odd percent-encodings.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidField, notFound } from '#lib/aip/errors.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress } from '#lib/auth/client-address.ts';
import { isReady } from '#lib/service/readiness.ts';
import { handleAuth, isAuthPath } from './auth.ts';
import type { BuiltFiles } from './built-files.ts';
import { errorResponse, jsonResponse, MAX_ARRIVAL_MS, newRequestId } from './http.ts';
import { createRpcHandler, isRpcPath } from './grpc/handler.ts';
import { createHttp2 } from './http2.ts';
import {
  normalizeTarget,
  parsedUrl,
  plainHeaders,
  sendResponse,
  sendText,
  toRequest,
} from './node-messages.ts';
import { handleOpenApi, OPENAPI_PATH } from './openapi/handler.ts';
import { createPort } from './port.ts';
import type { Certificate } from './port.ts';
import { refuseBytes, refuseTunnel } from './refusals.ts';
import { handleEvents, isEventsPath } from './registry-events.ts';
import { handleApi, isApiPath, isResourcePath, replyToGet } from './rest.ts';

export interface GroveServer {
  /** What answers HTTP/1.1. */
  http: Server;
  /** @throws what `net.Server` tells where it cannot listen there. */
  listen(port: number, host: string): Promise<void>;
  /** Stops accepting, waits for what is being answered for at most `graceMs`, then cuts the rest. */
  close(graceMs?: number): Promise<void>;
}

type Handler = (request: Request) => Promise<Response> | Response;

const GRACE_MS = 5_000;

const LIMITS = {
  headersTimeout: 20_000,
  requestTimeout: MAX_ARRIVAL_MS,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32 * 1024,
  // Answered by urlOf instead, with a body that says what is wrong.
  requireHostHeader: false,
};

/** What answers besides the functions of the API. */
interface Others {
  rpc: RequestListener;
  pages: Pages;
}

interface Pages {
  /** Answers the pages; without it there are none. */
  next?: RequestListener;
  /** Answers those of their files that were compressed beforehand. */
  files?: BuiltFiles;
}

export function createGroveServer(pages: Pages = {}, certificate?: Certificate): GroveServer {
  const stopping = new AbortController();
  const others = { rpc: createRpcHandler(stopping.signal), pages };
  const sockets = new Set<Socket>();
  const http1 = createHttp1((message, response) => {
    response.on('close', () => {
      if (stopping.signal.aborted) setImmediate(() => http1.closeIdleConnections());
    });
    if (stopping.signal.aborted) response.setHeader('connection', 'close');
    answer(message, response, others);
  });
  const http2 = createHttp2((message, response) => answer(message, response, others));
  const port = createPort(
    {
      http1: (socket) => http1.emit('connection', socket),
      http2: (socket) => http2.server.emit('connection', socket),
      late: (socket) => void refuseBytes({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
    },
    certificate,
  );
  port.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // It never listens itself, but keeps time for its connections from then on.
  port.on('listening', () => http1.emit('listening'));
  const listen = (number: number, host: string) =>
    new Promise<void>((resolve, reject) => {
      port.once('error', reject);
      port.listen(number, host, resolve);
    });
  const close = (graceMs = GRACE_MS) =>
    new Promise<void>((resolve) => {
      stopping.abort();
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      port.close(() => {
        clearTimeout(cut);
        resolve();
      });
      http1.close();
      http2.close();
    });
  return { http: http1, listen, close };
}

function createHttp1(listener: RequestListener): Server {
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  const answerNext: RequestListener = (message, response) => {
    lastAnswers.set(message.socket, response);
    listener(message, response);
  };
  const http = createServer(LIMITS, answerNext);
  // An expectation that nobody knows is left unmet, rather than answered without a body.
  http.on('checkExpectation', answerNext);
  http.on('clientError', (error, socket) => {
    const last = lastAnswers.get(socket as Socket);
    void refuseBytes(error as NodeJS.ErrnoException, socket as Socket, last);
  });
  http.on('connect', (_, socket) => {
    void refuseTunnel(socket as Socket);
  });
  return http;
}

function answer(message: IncomingMessage, response: ServerResponse, { rpc, pages }: Others): void {
  normalizeTarget(message);
  if (pages.files?.(message, response)) return;
  const path = (message.url ?? '').split('?', 1)[0] ?? '';
  if (message.method === 'GET' && isResourcePath(path)) {
    void answerGet(message, response);
    return;
  }
  noteClient(message);
  const handler = handlerOf(path);
  if (handler !== undefined) void answerDirectly(message, response, handler);
  else if (isRpcPath(path)) rpc(message, response);
  else if (pages.next !== undefined) pages.next(message, response);
  else void answerDirectly(message, response, noPage);
}

function noteClient(message: IncomingMessage): void {
  const { headers, socket } = message;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress, forwarded);
}

/** Undefined for calls, and for what Next answers. */
function handlerOf(path: string): Handler | undefined {
  if (isApiPath(path)) return handleApi;
  if (isAuthPath(path)) return handleAuth;
  if (isEventsPath(path)) return handleEvents;
  if (path === OPENAPI_PATH) return handleOpenApi;
  if (path === '/healthz') return () => jsonResponse({ status: 'ok' });
  if (path === '/readyz') return readiness;
  return isDecodable(path) ? undefined : malformed;
}

/** Next answers a percent sign that encodes nothing as if it were its own fault. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith('/');
  } catch {
    return false;
  }
}

function malformed(): Response {
  return errorResponse(invalidField('url', 'is malformed'), newRequestId());
}

function readiness(): Response {
  return isReady()
    ? jsonResponse({ status: 'ok' })
    : jsonResponse({ status: 'unavailable' }, { status: 503 });
}

function noPage(request: Request): Response {
  return errorResponse(notFound('Path', new URL(request.url).pathname), newRequestId());
}

/** A GET of resources is most of what is asked, so it takes the shortest way. */
async function answerGet(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = newRequestId();
  try {
    const reply = await replyToGet(parsedUrl(message), plainHeaders(message), requestId);
    sendText(reply.text, reply.headers, response);
  } catch (error) {
    await send(errorResponse(error, requestId), response);
  }
}

async function answerDirectly(
  message: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  await send(await handle(message, gone.signal, handler), response);
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  try {
    await sendResponse(answer, response);
  } catch (error) {
    console.error('a response could not be sent:', error);
    response.destroy();
  }
}

async function handle(
  message: IncomingMessage,
  signal: AbortSignal,
  handler: Handler,
): Promise<Response> {
  try {
    return await handler(toRequest(message, signal));
  } catch (error) {
    return errorResponse(error, newRequestId());
  }
}
