/** Routes requests of one port: calls, files and pages, and everything else without Next's router. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { invalidField } from '#lib/aip/errors.ts';
import { logError } from '#lib/log.ts';
import { isIn } from '#lib/transport/endpoints/areas.ts';
import { isRpc } from '#lib/transport/grpc/handler.ts';
import { noteArrival } from '#lib/transport/host/arrivals.ts';
import { observe } from '#lib/transport/host/observe.ts';
import { isPreflight } from '#lib/transport/host/cors.ts';
import { PAGE_METHODS, pathOf } from '#lib/transport/http/api-paths.ts';
import { countClient, withRates } from '#lib/transport/host/request-rates.ts';
import { admitted, isServed, serve } from '#lib/transport/host/serve.ts';
import {
  disconnected,
  errorResponse,
  methodNotAllowed,
  newRequestId,
} from '#lib/transport/http/answers.ts';
import { compressed, compressedText, mayBeCompressed } from '#lib/transport/http/compression.ts';
import { isResourcePath, replyToGet } from '#lib/transport/rest/rest.ts';
import type { StaticFiles } from './static-files.ts';
import { parsedUrl, plainHeaders, sendBody, sendResponse, toRequest } from './node-messages.ts';

/** Handlers in addition to the functions of the API. */
export interface Others {
  rpc: RequestListener;
  pages: Pages;
}

export interface Pages {
  next?: RequestListener;
  /** Each answers the requests for its files. */
  files?: readonly StaticFiles[];
}

export function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { rpc, pages }: Others,
): void {
  noteArrival(message, response);
  if (pages.files?.some((answerFile) => answerFile(message, response))) return;
  const path = pathOf(message.url);
  const isPage = !isServed(path);
  // Calls are counted later, where a rejection can use the call's protocol.
  const isAsking = isPreflight(message.method, plainHeaders(message));
  if (isPage && !isAsking && isRpc(message)) return rpc(message, response);
  observe(message, response);
  if (message.method === 'GET' && isResourcePath(path)) void answerGet(message, response);
  else if (isPage && !isAsking && pages.next !== undefined) {
    if (isForPages(message, path)) pages.next(message, response);
    else void answerDirectly(message, response, refused);
  } else void answerDirectly(message, response);
}

/**
 * Next.js keeps 10 MB of a body before it looks whether the page takes one. Of its routes, only those
 * of next-auth do.
 */
function isForPages({ method = '', headers }: IncomingMessage, path: string): boolean {
  if (isIn(path, 'nextAuth')) return true;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return PAGE_METHODS.includes(method) && !hasBody;
}

const refused = (request: Request): Promise<Response> =>
  admitted(request, ({ method }) => {
    if (PAGE_METHODS.includes(method))
      throw invalidField('body', 'is not allowed: pages take no body');
    throw methodNotAllowed(method, PAGE_METHODS);
  });

/** Most requests are a GET of resources, so they take the shortest way. */
async function answerGet(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = newRequestId();
  let rates: Record<string, string> = {};
  try {
    const url = parsedUrl(message);
    const headers = plainHeaders(message);
    rates = countClient({ method: 'GET', headers }, url.pathname);
    const reply = await replyToGet(url, headers, requestId, goneSignal(response));
    const all = { ...rates, ...reply.headers };
    const sent = await compressedText(reply.text, all, headers.get('accept-encoding'));
    sendBody(sent.body, sent.headers, response, reply.status);
  } catch (error) {
    await send(withRates(errorResponse(error, requestId), rates), response);
  }
}

async function answerDirectly(
  message: IncomingMessage,
  response: ServerResponse,
  answerTo: typeof serve = serve,
): Promise<void> {
  await send(await served(message, goneSignal(response), answerTo), response);
}

/** Aborted when the client disconnects before it has the whole answer. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort(disconnected());
  });
  return gone.signal;
}

async function served(
  message: IncomingMessage,
  signal: AbortSignal,
  answerTo: typeof serve,
): Promise<Response> {
  try {
    const request = toRequest(message, signal);
    const answer = await answerTo(request);
    return mayBeCompressed(request.method, new URL(request.url).pathname)
      ? await compressed(answer, request.headers.get('accept-encoding'))
      : answer;
  } catch (error) {
    return errorResponse(error, newRequestId());
  }
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  try {
    await sendResponse(answer, response);
  } catch (error) {
    logError('a response could not be sent', error);
    response.destroy();
  }
}
