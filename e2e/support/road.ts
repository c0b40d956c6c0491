/** What stands between Grove and a server, so that the way can be cut. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Road {
  port: number;
  /** On the same port as before. */
  open(): Promise<void>;
  /** Ends all connections, and refuses new ones. */
  close(): Promise<void>;
  /** Connections stay open, new ones are accepted, and nothing arrives, until it is opened again. */
  freeze(): void;
}

/** @param address of the server; the host and the port are used. */
export async function openRoad(address: string): Promise<Road> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let server: Server;
  const road: Road = {
    port: 0,
    async open() {
      server = createServer((near) => {
        const far = connect(Number(port), hostname);
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on('error', () => {});
          socket.on('close', () => {
            sockets.delete(socket);
            near.destroy();
            far.destroy();
          });
        }
        if (!isFrozen) near.pipe(far).pipe(near);
      });
      await new Promise<void>((resolve) => server.listen(road.port, '127.0.0.1', resolve));
      road.port = (server.address() as AddressInfo).port;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      isFrozen = false;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
  };
  await road.open();
  return road;
}

/** The address with the port of the road. */
export const through = (road: Road, address: string): string =>
  Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(road.port) }).href;
