/** Handles everything around a call: its caller, id, deadline and errors. */
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import type { HandlerContext } from '@connectrpc/connect';
import type { JsonObject } from '#lib/aip/json.ts';
import { identify } from '#lib/auth/identify.ts';
import { newCall } from '#lib/service/verbs/call.ts';
import type { Call } from '#lib/service/verbs/call.ts';
import { measureCall } from '#lib/transport/metrics/requests.ts';
import { traceCall } from '#lib/transport/tracing/calls.ts';
import { kindOfCall, REQUEST_ID } from './call-rates.ts';
import { toConnectError } from './errors.ts';
import { replyMessage } from './messages.ts';
import { HAS_STARTED } from './protocol-errors.ts';

/** A reply as proto3 JSON, with the ETag if it is a resource. */
export interface UnaryResult {
  body: JsonObject;
  etag?: string;
}

/** @param headers the metadata of the call. */
export type Work = (
  call: Call,
  request: Message,
  headers: Headers,
) => Promise<UnaryResult> | UnaryResult;

/** The method's implementation: runs `work` for the caller in the metadata. */
export function unary(method: DescMethodUnary, work: Work) {
  const kind = kindOfCall(method);
  return (request: Message, context: HandlerContext): Promise<Message> => {
    const requestId = context.responseHeader.get(REQUEST_ID) ?? '';
    return traceCall(method, requestId, () => answer(request, context, requestId));
  };

  async function answer(
    request: Message,
    context: HandlerContext,
    requestId: string,
  ): Promise<Message> {
    const { signal, requestHeader, responseHeader } = context;
    context.values.set(HAS_STARTED, true);
    const measured = measureCall(method.name);
    try {
      const { body, etag } = await unlessAborted(signal, async () => {
        const caller = await identify(asRequest(context), kind);
        for (const [name, value] of Object.entries(caller.rateHeaders)) {
          responseHeader.set(name, value);
        }
        signal.throwIfAborted();
        return work(await newCall(caller, requestId, signal), request, requestHeader);
      });
      if (etag !== undefined) responseHeader.set('etag', etag);
      const reply = replyMessage(method.output, body);
      measured('OK');
      return reply;
    } catch (error) {
      const refusal = toConnectError(error, requestId, signal);
      measured(Code[refusal.code]);
      throw refusal;
    }
  }
}

function asRequest({ url, requestHeader }: HandlerContext): Request {
  return new Request(url, { method: 'POST', headers: requestHeader });
}

/**
 * Rejects as soon as the signal is aborted, so that the deadline holds even if the work takes
 * longer.
 */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
