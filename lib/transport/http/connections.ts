/** Bounds the number of open connections, in total and per client. */
import type { Socket } from 'node:net';
import { config } from '#lib/config.ts';
import { ClientSemaphore } from '#lib/limits/client-semaphore.ts';
import { clientNetwork } from '#lib/net/networks.ts';

/** Admits a connection; returns false if there are too many, and ends the connection. */
export type AdmitSocket = (socket: Socket) => boolean;

export function boundedConnections(): AdmitSocket {
  const { bounds, trustedProxies } = config();
  const places = new ClientSemaphore(bounds.connections, bounds.connectionsPerClient);
  return (socket) => {
    const address = socket.remoteAddress ?? '';
    const leave = places.take(trustedProxies.has(address) ? null : clientNetwork(address));
    if (leave === null) {
      socket.destroy();
      return false;
    }
    socket.on('close', leave);
    return true;
  };
}
