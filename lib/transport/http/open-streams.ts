/** Bounds the streams of events that are open: of the process, a client's network, a share and a caller. */
import { ApiError } from '#lib/aip/errors.ts';
import { sharesOfCaller } from '#lib/auth/principal.ts';
import { config } from '#lib/config.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Call } from '#lib/service/calls/call.ts';

const places = perProcess('eventStreams', () => {
  const { eventStreams, eventStreamsPerClient, eventStreamsPerCaller } = config().bounds;
  return {
    networks: new Semaphore(eventStreams, eventStreamsPerClient),
    // Whoever runs an organization has as many callers and networks as they like.
    shares: new Semaphore(eventStreams, Math.ceil(eventStreams / 2)),
    callers: new Semaphore(eventStreams, eventStreamsPerCaller),
  };
});

/** @returns ends it. @throws ApiError RESOURCE_EXHAUSTED. */
export async function takeStream({ principal, caller }: Call): Promise<() => void> {
  const { networks, shares, callers } = places.value;
  const sharesOfIt = await sharesOfCaller(principal);
  const taken: (() => void)[] = [];
  const leave = () => {
    for (const end of taken) end();
  };
  const take = (semaphore: Semaphore, owners: readonly string[]) => {
    for (const owner of owners) {
      const end = semaphore.tryTake(owner);
      if (end !== null) return void taken.push(end);
    }
    leave();
    throw new ApiError('RESOURCE_EXHAUSTED', 'too many streams of events are open; end some');
  };
  take(networks, [clientNetwork(caller?.address ?? '')]);
  take(shares, sharesOfIt);
  take(callers, [`${principal.issuer} ${principal.subject}`]);
  return leave;
}
