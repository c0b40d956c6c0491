/** Makes room for bodies that are read before anybody knows whose they are. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { holdBytes } from '#lib/limits/held-bytes.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { maxBodyBytes } from '#lib/transport/http/limits.ts';

/**
 * Holds the room until the response ends.
 *
 * @throws ApiError RESOURCE_EXHAUSTED or UNAVAILABLE if there is none.
 */
export function holdBody(message: IncomingMessage, response: ServerResponse, path: string): void {
  const bytes = bytesOf(message, path);
  if (bytes === 0) return;
  const network = clientNetwork(String(message.headers[CLIENT_ADDRESS_HEADER]));
  response.once('close', holdBytes(network, bytes));
}

/** What the body announces, or the most that it may have. */
function bytesOf({ method = 'GET', headers, httpVersionMajor }: IncomingMessage, path: string) {
  if (method === 'GET' || method === 'HEAD') return 0;
  const most = maxBodyBytes(path);
  const announced = headers['content-length'];
  if (announced !== undefined) return Math.min(Number(announced), most);
  return headers['transfer-encoding'] === undefined && httpVersionMajor === 1 ? 0 : most;
}
