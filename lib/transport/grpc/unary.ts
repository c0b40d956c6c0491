/** Handles everything around a call: its rights, id, deadline and errors. */
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import type { JsonObject } from '#lib/aip/json.ts';
import { isFresh, newCall, renewed, type Call } from '#lib/service/calls/call.ts';
import { REQUEST_ID } from './call-rates.ts';
import { CALLER } from './callers.ts';
import { unlessAborted } from './deadlines.ts';
import { replyMessage } from './messages.ts';
import { observed } from './observed.ts';
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
  return (request: Message, context: HandlerContext): Promise<Message> => {
    const { requestHeader, responseHeader, signal, values } = context;
    values.set(HAS_STARTED, true);
    return observed(context, async () => {
      const { body, etag } = await unlessAborted(signal, async () => {
        return work(await callOf(context), request, requestHeader);
      });
      if (etag !== undefined) responseHeader.set('etag', etag);
      return replyMessage(method.output, body);
    });
  };
}

/** The call with the caller's current rights, however long its message took to arrive. */
export async function callOf({
  method,
  responseHeader,
  signal,
  values,
}: HandlerContext): Promise<Call> {
  const identified = values.get(CALLER);
  if (identified === null) throw new Error(`nobody calls ${method.name}`);
  const call = await newCall(identified, responseHeader.get(REQUEST_ID) ?? '', signal);
  return isFresh(call) ? call : renewed(call);
}
