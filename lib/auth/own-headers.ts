/**
 * Headers that the server adds to a request for its handler. Their names hold a secret of the process,
 * so no client can send one, even where nothing removes the headers of clients.
 */
import { randomBytes } from 'node:crypto';
import { perProcess } from '#lib/per-process.ts';

const secret = perProcess('headerSecret', () => randomBytes(16).toString('hex')).value;

/** The address of the client. */
export const CLIENT_ADDRESS_HEADER = `x-grove-client-${secret}`;

/** The original method of a request. A host replaces a method that its router does not accept. */
export const METHOD_HEADER = `x-grove-method-${secret}`;

/** The requested path and query, for layouts, which have no other way to know them. */
export const PATH_HEADER = `x-grove-path-${secret}`;
