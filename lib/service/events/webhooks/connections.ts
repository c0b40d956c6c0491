/** How many requests to targets are under way at a time, so that nobody takes all. */
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';

/** Of the process, of one share of it, and to one host. */
export const CONNECTIONS = { all: 64, ofShare: 16, toHost: 4 };

const turns = perProcess('webhookTurns', () => {
  const { all, ofShare, toHost } = CONNECTIONS;
  return {
    // So that a share waits for a host with a few requests only, in front of those of others.
    shareAtHost: new Semaphore(Infinity, toHost),
    share: new Semaphore(Infinity, ofShare),
    host: new Semaphore(Infinity, toHost),
    all: new Semaphore(all),
  };
});

/**
 * Waits for its turn.
 *
 * @param share of the organization, see `shareOf`.
 * @returns ends it.
 * @throws the reason of the signal if that is aborted.
 */
export async function takeConnection(
  share: string,
  url: string,
  signal?: AbortSignal,
): Promise<() => void> {
  const host = new URL(url).hostname.replace(/\.$/, '');
  const { shareAtHost, share: shares, host: hosts, all } = turns.value;
  const ends: (() => void)[] = [];
  const end = () => {
    for (const one of ends.toReversed()) one();
  };
  try {
    ends.push(await shareAtHost.take(`${share} ${host}`, signal));
    ends.push(await shares.take(share, signal));
    ends.push(await hosts.take(host, signal));
    ends.push(await all.take(null, signal));
    return end;
  } catch (error) {
    end();
    throw error;
  }
}
