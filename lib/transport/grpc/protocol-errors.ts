/**
 * Errors that gRPC, gRPC-Web and Connect raise before a method runs: an unknown method, a message
 * that is too large or cannot be decoded, an expired deadline. They get the ErrorInfo that every
 * error carries.
 */
import { Code, ConnectError, createContextKey, type HandlerContext } from '@connectrpc/connect';
import { ApiError, invalidField } from '#lib/aip/errors.ts';
import { MAX_BODY_BYTES } from '#lib/transport/http/limits.ts';
import { newRequestId } from '#lib/transport/http/answers.ts';
import { countNetwork, isOfGrpcItself, MAX_MESSAGE_BYTES, REQUEST_ID } from './call-rates.ts';
import { errorInfoDetail, toConnectError } from './errors.ts';
import { escapeLess } from './status-message.ts';

/** Set in the values of a call when its method runs. */
export const HAS_STARTED = createContextKey(false);

/**
 * Gives the call its request id, and adds the ErrorInfo to every error without details. The library
 * aborts the call's signal with the error before it writes the error to the response.
 */
export function explainErrors(context: HandlerContext): void {
  const { method, responseHeader, responseTrailer, signal, values } = context;
  const maxBytes = isOfGrpcItself(method) ? MAX_MESSAGE_BYTES : MAX_BODY_BYTES;
  const requestId = newRequestId();
  responseHeader.set(REQUEST_ID, requestId);
  escapeLess(responseTrailer);
  signal.addEventListener('abort', () => {
    const error: unknown = signal.reason;
    if (!(error instanceof ConnectError) || error.details.length > 0) return;
    const explained = values.get(HAS_STARTED) ? null : refusalOf(error, maxBytes);
    if (explained === null) {
      error.details.push(errorInfoDetail(nameOf(error.code), requestId));
      return;
    }
    const { code, message, rawMessage, details } = toConnectError(explained, requestId);
    Object.assign(error, { code, message, rawMessage, details });
  });
}

/** Ends a call of a method that does not exist, in the protocol of the call. */
export function refuseUnknownMethod(context: HandlerContext): never {
  explainErrors(context);
  countNetwork(context, 'read');
  const requestId = context.responseHeader.get(REQUEST_ID) ?? '';
  const method = new URL(context.url).pathname.slice(1);
  throw toConnectError(new ApiError('UNIMPLEMENTED', `there is no method ${method}`), requestId);
}

/** The problem with the request; null if the library's message already says it. */
function refusalOf({ code, rawMessage }: ConnectError, maxBytes: number): ApiError | null {
  switch (code) {
    case Code.ResourceExhausted:
      return new ApiError('RESOURCE_EXHAUSTED', `a message has at most ${maxBytes} bytes`);
    case Code.Internal:
      return invalidField('body', 'must be the encoded message that the method takes');
    case Code.InvalidArgument:
      return invalidField('body', rawMessage);
    case Code.Unimplemented:
      return new ApiError('UNIMPLEMENTED', rawMessage);
    default:
      return null;
  }
}

/** `DEADLINE_EXCEEDED`: the name of the code as gRPC writes it. */
export function nameOf(code: Code): string {
  if (code === Code.Canceled) return 'CANCELLED';
  return (Code[code] ?? 'Unknown').replaceAll(/\B[A-Z]/g, '_$&').toUpperCase();
}
