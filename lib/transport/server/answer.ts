/** Routes requests of one port: calls, files and pages, and everything else without Next's router. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ifNoneMatchHits } from '#lib/aip/etag.ts';
import { logError } from '#lib/log.ts';
import { isRpc } from '#lib/transport/grpc/handler.ts';
import { noteArrival, observe } from '#lib/transport/host/arrivals.ts';
import { countClient, withRates } from '#lib/transport/host/request-rates.ts';
import { isServed, serve } from '#lib/transport/host/serve.ts';
import { errorResponse, newRequestId } from '#lib/transport/http/answers.ts';
import { compressedText } from '#lib/transport/http/compression.ts';
import { isResourcePath, replyToGet } from '#lib/transport/rest/rest.ts';
import type { BuiltFiles } from './built-files.ts';
import {
  parsedUrl,
  plainHeaders,
  sendBody,
  sendNotModified,
  sendResponse,
  toRequest,
} from './node-messages.ts';

/** Handlers in addition to the functions of the API. */
export interface Others {
  rpc: RequestListener;
  pages: Pages;
}

export interface Pages {
  /** Answers the pages. Without it there are no pages. */
  next?: RequestListener;
  /** Each answers the requests for its files. */
  files?: readonly BuiltFiles[];
}

export function answer(
  message: IncomingMessage,
  response: ServerResponse,
  { rpc, pages }: Others,
): void {
  noteArrival(message, response);
  if (pages.files?.some((answerFile) => answerFile(message, response))) return;
  const path = (message.url ?? '').split('?', 1)[0] ?? '';
  const isPage = !isServed(path);
  // Calls are counted later, where a rejection can use the call's protocol.
  if (isPage && isRpc(message)) return rpc(message, response);
  observe(message, response);
  if (message.method === 'GET' && isResourcePath(path)) void answerGet(message, response);
  else if (isPage && pages.next !== undefined) pages.next(message, response);
  else void answerDirectly(message, response);
}

/** Most requests are a GET of resources, so they take the shortest way. */
async function answerGet(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = newRequestId();
  let rates: Record<string, string> = {};
  try {
    const url = parsedUrl(message);
    const headers = plainHeaders(message);
    rates = countClient({ method: 'GET', headers }, url.pathname);
    const reply = await replyToGet(url, headers, requestId);
    const all = { ...rates, ...reply.headers };
    const etag = reply.headers['etag'];
    if (etag !== undefined && ifNoneMatchHits(headers.get('if-none-match'), etag)) {
      sendNotModified(all, response);
      return;
    }
    const sent = await compressedText(reply.text, all, headers.get('accept-encoding'));
    sendBody(sent.body, sent.headers, response);
  } catch (error) {
    await send(withRates(errorResponse(error, requestId), rates), response);
  }
}

async function answerDirectly(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  await send(await served(message, gone.signal), response);
}

async function served(message: IncomingMessage, signal: AbortSignal): Promise<Response> {
  try {
    return await serve(toRequest(message, signal));
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
