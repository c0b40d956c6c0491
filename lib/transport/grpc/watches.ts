/** Calls that stay open until their client ends them: health watches and reflection streams. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { config } from '#lib/config.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { networkOf } from '#lib/transport/http/client.ts';

/** Admits as many at a time as the settings allow. */
export type Admit = <T>(
  context: HandlerContext,
  stream: () => AsyncIterable<T>,
) => AsyncIterable<T>;

export function boundedStreams(): Admit {
  const { watches, watchesPerClient } = config().bounds;
  const places = new Semaphore(watches, watchesPerClient);
  return async function* admit({ requestHeader }, stream) {
    const leave = places.tryTake(networkOf(requestHeader));
    if (leave === null) {
      throw new ConnectError(
        'Resource exhausted: too many streams are open; end some',
        Code.ResourceExhausted,
      );
    }
    try {
      yield* stream();
    } finally {
      leave();
    }
  };
}
