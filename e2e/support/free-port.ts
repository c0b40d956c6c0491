import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Ports below those that the system assigns by itself, because it could assign one before the test's
 * server listens. Each process takes ports from a range of its own.
 */
const FIRST = 11_000;
const PARTS = 1_000;
const PART_SIZE = 20;

let taken = 0;

/** A free loopback port that no other process of the tests takes. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PART_SIZE; tries += 1) {
    const port = FIRST + (process.pid % PARTS) * PART_SIZE + (taken % PART_SIZE);
    taken += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports of process ${process.pid} are in use`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Whether somebody accepts connections there. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
