/** A TCP proxy between Grove and a server, which a test can interrupt. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Road {
  port: number;
  /** Accepts connections again, on the same port. */
  open(): Promise<void>;
  /** Ends all connections, and refuses new ones. */
  close(): Promise<void>;
  /** Keeps connections open and accepts new ones, but forwards nothing until it is opened again. */
  freeze(): void;
}

/** @param address a URL with the host and the port of the server. */
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

/** The address with the port of the proxy. */
export const through = (road: Road, address: string): string =>
  Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(road.port) }).href;
