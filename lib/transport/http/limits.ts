/** How large a request may be, and how long it may take to arrive. */
import type { EventEmitter } from 'node:events';
import { config } from '#lib/config.ts';
import { findEndpoint } from '#lib/transport/endpoints/find.ts';

/** The maximum size of a request body or a message, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The same for requests that bring a token, a code or a password. Anyone may send them, and a form
 * of many parameters takes seconds to parse.
 */
export const MAX_CREDENTIALS_BYTES = 64 * 1024;

/** The maximum size of the body of a request, in bytes. */
export function maxBodyBytes(method: string, path: string): number {
  const isForCredentials = findEndpoint(method, path)?.bringsCredentials === true;
  return isForCredentials ? MAX_CREDENTIALS_BYTES : MAX_BODY_BYTES;
}

/** How long a body or the messages of a call may take to arrive. */
export function maxBodyMs(): number {
  return config().bounds.bodySeconds * 1_000;
}

/** How long the headers of a request, or a TLS handshake, may take to arrive. */
export function maxHeaderMs(): number {
  return config().bounds.headerSeconds * 1_000;
}

/** The maximum size of the headers of a request, in bytes. */
export const MAX_HEADER_BYTES = 32 * 1024;

/** The maximum size of a file of advisories, in bytes. */
export const MAX_UPLOAD_BYTES = 256 * 1024 * 1024;

/** How long any request may take to arrive. A file has to arrive at 300 kB a second or more. */
export const MAX_ARRIVAL_MS = 15 * 60_000;

/** The limits of an HTTP/1.1 server. */
export const arrivalLimits = () => ({
  headersTimeout: maxHeaderMs(),
  requestTimeout: MAX_ARRIVAL_MS,
  keepAliveTimeout: 65_000,
});

/** Calls `cut` unless the incoming stream ends or closes within the time. */
export function limitArrival(incoming: EventEmitter, milliseconds: number, cut: () => void): void {
  const late = setTimeout(cut, milliseconds);
  const arrived = () => clearTimeout(late);
  incoming.once('end', arrived);
  incoming.once('close', arrived);
}
