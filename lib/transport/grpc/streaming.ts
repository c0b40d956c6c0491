/** Handles a call whose answer is a stream. */
import type { Message } from '@bufbuild/protobuf';
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { takeStream } from '#lib/transport/http/open-streams.ts';
import type { StreamedMethod } from '#lib/transport/methods/custom-methods.ts';
import { REQUEST_ID } from './call-rates.ts';
import { toConnectError } from './errors.ts';
import { messageOf, requestJson } from './messages.ts';
import { observed } from './observed.ts';
import { HAS_STARTED } from './protocol-errors.ts';
import { callOf } from './unary.ts';

/**
 * The method's implementation. Metrics have the time that the stream takes to begin.
 *
 * @param stopping aborted when the server begins to stop.
 */
export function streaming({ method, operation }: StreamedMethod, stopping: AbortSignal) {
  return async function* streamed(
    request: Message,
    context: HandlerContext,
  ): AsyncGenerator<Message> {
    context.values.set(HAS_STARTED, true);
    const signal = AbortSignal.any([context.signal, stopping]);
    const { stream, leave } = await observed(context, async () => {
      const call = await callOf(context);
      const taken = await takeStream(call);
      try {
        const begun = await operation({ ...call, signal }, requestJson(method.input, request));
        return { stream: begun, leave: taken };
      } catch (error) {
        taken();
        throw error;
      }
    });
    try {
      for await (const json of stream) yield messageOf(method.output, json);
    } catch (error) {
      throw toConnectError(error, context.responseHeader.get(REQUEST_ID) ?? '', context.signal);
    } finally {
      leave();
    }
    if (stopping.aborted) {
      throw new ConnectError('Unavailable: the server stops; try again', Code.Unavailable);
    }
  };
}
