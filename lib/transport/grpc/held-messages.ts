/** Makes room for messages of unknown callers, as held-bodies.ts does for their bodies. */
import type { HandlerContext } from '@connectrpc/connect';
import { holdBytes } from '#lib/limits/held-bytes.ts';
import { networkOf } from '#lib/transport/http/client.ts';
import { REQUEST_ID } from './call-rates.ts';
import { toConnectError } from './errors.ts';

/** Calls of health and reflection send the name of a service, a file or a symbol. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/** @throws ConnectError RESOURCE_EXHAUSTED or UNAVAILABLE if there is no room for a message. */
export function holdMessage({ requestHeader, responseHeader, signal }: HandlerContext): void {
  try {
    const release = holdBytes(networkOf(requestHeader), MAX_MESSAGE_BYTES);
    signal.addEventListener('abort', release, { once: true });
  } catch (error) {
    throw toConnectError(error, responseHeader.get(REQUEST_ID) ?? '');
  }
}
