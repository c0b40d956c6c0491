/** Answers to what never becomes a request: bytes that are not HTTP, and tunnels. */
import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidField } from '#lib/aip/errors.ts';
import type { ApiError } from '#lib/aip/errors.ts';
import { errorResponse, methodNotAllowed, newRequestId } from '#lib/transport/http/answers.ts';
import { METHODS } from './node-messages.ts';
import { securityHeaders } from './security-headers.ts';

/** How long a client has to read the answer before its connection is cut. */
const LINGER_MS = 2_000;

/**
 * What is not HTTP, is too long, or never ends.
 *
 * @param last the answer to the last request on the connection. Where that was whole it is carried
 *   out, so it is answered first. Where these bytes are of its body, and it is answered already, that
 *   is all that is said.
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

/** A CONNECT, which Node would answer by hanging up. */
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
  // Unread bytes would make the connection's end a reset, and the answer with it.
  socket.resume();
}
