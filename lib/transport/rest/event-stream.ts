/**
 * Streams of events over HTTP.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { JsonObject } from '#lib/aip/json.ts';
import type { WatchEventsResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type { Call } from '#lib/service/calls/call.ts';
import { cloudEvent } from '#lib/service/events/cloud-event.ts';
import { stopSignal } from '#lib/transport/host/stopping.ts';
import { toApiError } from '#lib/transport/http/answers.ts';
import { takeStream } from '#lib/transport/http/open-streams.ts';
import { leaving, streamedResponse } from '#lib/transport/http/streams.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that compress would hold events back.
  'cache-control': 'no-store, no-transform',
  // As nginx understands it.
  'x-accel-buffering': 'no',
};

/** After which time a client connects again. Not all at once when a server has stopped. */
const RETRY_MS = 3_000;
const JITTER_MS = 2_000;

type Messages = AsyncGenerator<WatchEventsResponseJson>;

/** @param begin begins to watch. @throws ApiError before the first byte. */
export async function streamAnswer(
  call: Call,
  begin: (watching: Call) => Promise<Messages>,
): Promise<Response> {
  const leave = await takeStream(call);
  try {
    const signals = [stopSignal(), ...(call.signal === undefined ? [] : [call.signal])];
    const messages = await begin({ ...call, signal: AbortSignal.any(signals) });
    return streamedResponse(leaving(frames(messages, call.requestId), leave), HEADERS);
  } catch (error) {
    leave();
    throw error;
  }
}

async function* frames(messages: Messages, requestId: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`retry: ${RETRY_MS + Math.floor(Math.random() * JITTER_MS)}\n`);
  try {
    for await (const message of messages) yield Buffer.from(frameOf(message));
  } catch (error) {
    // A client that connects again gets the reason.
    toApiError(error, requestId);
  }
}

/** An id without data is not an event. It says where to continue. */
function frameOf({ event, after, reset }: WatchEventsResponseJson): string {
  if (after === undefined) return ':\n\n';
  if (reset === true) return frame(after, { after }, 'event: reset\n');
  return event === undefined ? `id: ${after}\n\n` : frame(after, cloudEvent(event));
}

const frame = (id: string, data: JsonObject, named = '') =>
  `${named}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
