/** Holds messages of callers whom nobody knows, as bodies of them are held. */
import type { HandlerContext } from '@connectrpc/connect';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { holdBytes } from '#lib/limits/held-bytes.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { REQUEST_ID } from './call-rates.ts';
import { toConnectError } from './errors.ts';

/** Of health and reflection: the name of a service, a file or a symbol. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/** @throws ConnectError RESOURCE_EXHAUSTED or UNAVAILABLE if there is no room for a message. */
export function holdMessage({ requestHeader, responseHeader, signal }: HandlerContext): void {
  const network = clientNetwork(requestHeader.get(CLIENT_ADDRESS_HEADER) ?? '');
  try {
    const release = holdBytes(network, MAX_MESSAGE_BYTES);
    signal.addEventListener('abort', release, { once: true });
  } catch (error) {
    throw toConnectError(error, responseHeader.get(REQUEST_ID) ?? '');
  }
}
