/** HTTP/1.1: its limits, and answers to what is not HTTP. */
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_ARRIVAL_MS, maxHeaderMs } from '#lib/transport/http/limits.ts';
import { refuseBytes, refuseTunnel } from './refusals.ts';

const LIMITS = {
  requestTimeout: MAX_ARRIVAL_MS,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
  // Answered by urlOf instead, with a body that says what is wrong.
  requireHostHeader: false,
};

export function createHttp1(listener: RequestListener): Server {
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  const answerNext: RequestListener = (message, response) => {
    lastAnswers.set(message.socket, response);
    listener(message, response);
  };
  const headersTimeout = maxHeaderMs();
  // How much longer than that a connection may last.
  const connectionsCheckingInterval = headersTimeout / 4;
  const http = createServer({ ...LIMITS, headersTimeout, connectionsCheckingInterval }, answerNext);
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
