/** HTTP/1.1: its limits, and responses to bytes that are not HTTP. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { arrivalLimits, MAX_HEADER_BYTES } from '#lib/transport/http/limits.ts';
import { isStreamPath } from '#lib/transport/methods/custom-methods.ts';
import { refusingBytes } from './refusals.ts';

const OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  // parsedUrl reports a missing host instead, with the reason in the body.
  requireHostHeader: false,
};

/** How often a client that has ended its half of the connection is sent a sign, in milliseconds. */
const SIGN_MS = 250;

/**
 * A client that has left ends its half of the connection first, like one that still waits. Only a write
 * tells them apart: if the client has left, the second sign fails and ends the connection.
 *
 * @see RFC 9110, section 15.2: every client of HTTP/1.1 understands them.
 */
function sendSigns(answer: ServerResponse): void {
  if (answer.req.httpVersion !== '1.1') return;
  const signs = setInterval(() => {
    if (answer.headersSent) clearInterval(signs);
    else answer.writeProcessing();
  }, SIGN_MS);
  answer.once('close', () => clearInterval(signs));
}

/** Whoever ends its half of the connection does not wait for the end of a stream of events. */
const isEndless = ({ headersSent, req }: ServerResponse): boolean =>
  headersSent && isStreamPath((req.url ?? '').replace(/\?.*/s, ''));

export function createHttp1(listener: RequestListener): Server {
  const limits = arrivalLimits();
  // Bounds how long after its limit a connection may last.
  const connectionsCheckingInterval = limits.headersTimeout / 4;
  const http = createServer({ ...OPTIONS, ...limits, connectionsCheckingInterval });
  const lastAnswers = refusingBytes(http);
  const answerNext: RequestListener = (message, response) => {
    lastAnswers.set(message.socket, response);
    listener(message, response);
  };
  http.on('request', answerNext);
  http.on('connection', (socket) => {
    socket.once('end', () => {
      const last = lastAnswers.get(socket);
      if (last?.closed !== false) return;
      if (isEndless(last)) last.destroy();
      else sendSigns(last);
    });
  });
  // An unknown expectation is ignored, rather than answered without a body.
  http.on('checkExpectation', answerNext);
  return http;
}
