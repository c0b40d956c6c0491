/** Counts the requests of each client network, whoever asks and whatever for. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_ADDRESS_HEADER, clientAddress } from '#lib/auth/client-address.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import type { RequestKind } from '#lib/settings/limits.ts';

/** Notes where the request comes from, over whatever the client says there. */
export function noteClient({ headers, socket }: IncomingMessage): void {
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress, {
    forwardedFor: joined(headers['x-forwarded-for']),
    forwarded: joined(headers['forwarded']),
  });
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** Load balancers and orchestrators ask for these all the time. */
const UNCOUNTED = ['/healthz', '/readyz'];

const SIGN_IN = /^\/(?:auth\/v1\/(?:setup|password|invites:)|api\/auth\/)/;
/** A provider sends the browser back with a GET, which redeems its code. */
const CALLBACK = /^\/api\/auth\/callback\//;

function kindOf(method: string, path: string): RequestKind {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (CALLBACK.test(path) || (!isRead && SIGN_IN.test(path))) return 'signIn';
  if (path === '/sts/exchange') return 'token';
  return isRead ? 'read' : 'write';
}

/**
 * Counts the request, which {@link noteClient} has seen, and says what is left.
 *
 * @throws ApiError RESOURCE_EXHAUSTED where nothing is left.
 */
export function countClient(message: IncomingMessage, response: ServerResponse, path: string) {
  if (UNCOUNTED.includes(path)) return;
  const network = clientNetwork(String(message.headers[CLIENT_ADDRESS_HEADER]));
  const headers = countRequest('network', network, kindOf(message.method ?? 'GET', path));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
