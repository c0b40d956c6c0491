/** Bounds the streams of events that are open: of the process, of a client's network and of a caller. */
import { ApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Call } from '#lib/service/calls/call.ts';

const places = perProcess('eventStreams', () => {
  const { eventStreams, eventStreamsPerClient, eventStreamsPerCaller } = config().bounds;
  return {
    networks: new Semaphore(eventStreams, eventStreamsPerClient),
    callers: new Semaphore(eventStreams, eventStreamsPerCaller),
  };
});

/** @returns ends it. @throws ApiError RESOURCE_EXHAUSTED. */
export function takeStream({ principal: { issuer, subject }, caller }: Call): () => void {
  const { networks, callers } = places.value;
  const leaveNetwork = networks.tryTake(clientNetwork(caller?.address ?? ''));
  const leaveCaller = leaveNetwork && callers.tryTake(`${issuer} ${subject}`);
  if (leaveCaller === null) {
    leaveNetwork?.();
    throw new ApiError('RESOURCE_EXHAUSTED', 'too many streams of events are open; end some');
  }
  return () => {
    leaveNetwork?.();
    leaveCaller();
  };
}
