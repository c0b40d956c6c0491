/** Bounds the number of open connections, in total and per client. */
import type { Socket } from 'node:net';
import { config } from '#lib/config.ts';
import { connectionsPossible, noteNoDescriptor } from '#lib/net/descriptors.ts';
import { logProblem } from '#lib/log.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import { Semaphore } from '#lib/semaphore.ts';

/** Admits a connection; returns false if there are too many, and ends the connection. */
export type AdmitSocket = (socket: Socket) => boolean;

/**
 * @param possible how many connections the process has descriptors for. Past that, Node.js would
 *   close connections without a word, and nothing could open a file.
 */
export function boundedConnections(possible = connectionsPossible()): AdmitSocket {
  const { bounds, trustedProxies } = config();
  const isShort = possible < bounds.connections;
  if (isShort) {
    const wanted = `GROVE_MAX_CONNECTIONS is ${bounds.connections}`;
    logProblem(`${wanted}, but the limit of open files has room for ${possible} connections`);
  }
  const total = Math.min(bounds.connections, possible);
  const places = new Semaphore(total, bounds.connectionsPerClient);
  return (socket) => {
    const address = socket.remoteAddress ?? '';
    const leave = places.tryTake(trustedProxies.has(address) ? null : clientNetwork(address));
    if (leave === null) {
      if (isShort && places.isTaken) noteNoDescriptor(`${total} connections are open`);
      socket.destroy();
      return false;
    }
    socket.on('close', leave);
    return true;
  };
}
