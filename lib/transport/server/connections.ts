/** How many connections are open at a time, in all and for each client. */
import type { Socket } from 'node:net';
import { config } from '#lib/config.ts';
import { Places } from '#lib/limits/places.ts';
import { clientNetwork } from '#lib/net/networks.ts';

/** Takes a connection in; false where there are too many, which ends it. */
export type AdmitSocket = (socket: Socket) => boolean;

export function boundedConnections(): AdmitSocket {
  const { bounds, trustedProxies } = config();
  const places = new Places(bounds.connections, bounds.connectionsPerClient);
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
