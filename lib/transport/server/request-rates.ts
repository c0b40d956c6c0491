/** Counts the requests of each client network, regardless of caller and path. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '#lib/auth/client-address.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import type { RequestKind } from '#lib/settings/limits.ts';

/** Stores the client's address on the request. */
export function noteClient({ headers, socket }: IncomingMessage): void {
  headers[CLIENT_ADDRESS_HEADER] = clientAddress(socket.remoteAddress, {
    forwardedFor: joined(headers['x-forwarded-for']),
    forwarded: joined(headers['forwarded']),
  });
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** Load balancers and orchestrators request these all the time. */
const UNCOUNTED = ['/healthz', '/readyz'];

const SIGN_IN =
  /^\/(?:auth\/v1\/(?:setup|password|emailVerification|emailChange|invites:|authenticatorApps|passkeys|recoveryCodes)|api\/auth\/)/;
const TOKENS = /^\/(?:sts|oauth)\//;
/** A provider redirects the browser back with a GET, which redeems its code. */
const CALLBACK = /^\/api\/auth\/callback\//;

function kindOf(method: string, path: string): RequestKind {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (CALLBACK.test(path) || (!isRead && SIGN_IN.test(path))) return 'signIn';
  if (TOKENS.test(path)) return 'token';
  return isRead ? 'read' : 'write';
}

/**
 * Counts the request, after {@link noteClient}, and returns the rest of the rate.
 *
 * @throws ApiError RESOURCE_EXHAUSTED if the rate is used up.
 */
export function countClient(message: IncomingMessage, response: ServerResponse, path: string) {
  if (UNCOUNTED.includes(path)) return;
  const network = clientNetwork(String(message.headers[CLIENT_ADDRESS_HEADER]));
  const headers = countRequest('network', network, kindOf(message.method ?? 'GET', path));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
