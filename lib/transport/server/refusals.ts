/** Answers bytes that never become a request: invalid HTTP, and tunnels. */
import { once } from 'node:events';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidField, type ApiError } from '#lib/aip/errors.ts';
import { errorResponse, methodNotAllowed, newRequestId } from '#lib/transport/http/answers.ts';
import { securityHeaders } from '#lib/transport/host/security-headers.ts';
import { METHODS } from './node-messages.ts';

/** How long a client may take to read the response before its connection is ended. */
const LINGER_MS = 2_000;

/**
 * Answers bytes that are not HTTP, headers that are too long, and requests that never end.
 *
 * @param last the response to the previous request on the connection. If that request arrived
 *   completely, its response is sent first. If these bytes belong to its body and it is already
 *   answered, nothing more is sent.
 */
export async function refuseBytes(
  error: { code?: string },
  socket: Socket,
  last?: ServerResponse,
): Promise<void> {
  if (last?.req.complete === true && !last.closed) await once(last, 'close');
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { cause, status } = refusal(error.code);
  const isAnswered = () => last?.req.complete === false && last.headersSent;
  await endWith(socket, cause, { status, isAnswered });
}

/**
 * Answers bytes that are not HTTP, and tunnels, at a server.
 *
 * @returns the last response of each connection, which the caller notes.
 */
export function refusingBytes(http: Server): WeakMap<Socket, ServerResponse> {
  const lastAnswers = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet();
  http.on('clientError', (error, socket) => {
    // Node.js says it again for each chunk that follows.
    if (refused.has(socket)) return;
    refused.add(socket);
    const last = lastAnswers.get(socket as Socket);
    void refuseBytes(error as NodeJS.ErrnoException, socket as Socket, last);
  });
  http.on('connect', (_, socket) => {
    void refuseTunnel(socket as Socket);
  });
  return lastAnswers;
}

/** Answers a CONNECT. Node would only end the connection. */
export function refuseTunnel(socket: Socket): Promise<void> {
  return endWith(socket, methodNotAllowed('CONNECT', METHODS));
}

function refusal(code: string | undefined): { cause: ApiError; status: number } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { cause: invalidField('headers', 'are too long'), status: 431 };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { cause: invalidField('request', 'took too long to arrive'), status: 408 };
  }
  return { cause: invalidField('request', 'is not valid HTTP'), status: 400 };
}

async function endWith(
  socket: Socket,
  cause: ApiError,
  { status, isAnswered }: { status?: number; isAnswered?: () => boolean } = {},
): Promise<void> {
  const response = errorResponse(cause, newRequestId());
  const body = await response.text();
  const { headers, status: http } = response;
  headers.set('content-length', String(Buffer.byteLength(body)));
  headers.set('connection', 'close');
  for (const [name, value] of Object.entries(securityHeaders())) headers.set(name, value);
  const code = status ?? http;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('close', () => clearTimeout(cut));
  socket.on('error', () => socket.destroy());
  const answer = `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines}\r\n${body}`;
  socket.end(isAnswered?.() === true ? '' : answer);
  // Unread bytes would turn the end of the connection into a reset, and the response would be lost.
  socket.resume();
}
