/**
 * The message of a status in gRPC and gRPC-Web. The library escapes more of it than the protocol asks for,
 * and some clients do not read that back: `Not found%3A …`.
 *
 * @see https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#responses
 */

const NAME = 'grpc-message';

/** Escapes what the protocol does not take as it is, and blanks that a header would lose. */
export const escaped = (message: string): string =>
  message
    .toWellFormed()
    .replaceAll(/[^\u0020-\u0024\u0026-\u007e]+/g, encodeURIComponent)
    .replaceAll(/^ | $/g, '%20');

/** Makes the trailers of a call take each message in this form. */
export function escapeLess(trailers: Headers): void {
  const set = trailers.set.bind(trailers);
  trailers.set = (name, value) =>
    set(name, name.toLowerCase() === NAME ? escaped(decodeURIComponent(value)) : value);
}
