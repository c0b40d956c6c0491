import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createPort } from './port.ts';

let port: Server;
let client: Socket;
let told: [who: string, bytes: string][];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  told = [];
  const tell = (who: string) => (socket: Socket) => {
    const chunks: Buffer[] = [];
    for (let chunk = read(socket); chunk !== null; chunk = read(socket)) chunks.push(chunk);
    told.push([who, Buffer.concat(chunks).toString()]);
    socket.destroy();
  };
  port = createPort({ http1: tell('HTTP/1.1'), http2: tell('HTTP/2'), late: tell('late') });
  port.listen(0, '127.0.0.1');
  await once(port, 'listening');
  client = connect((port.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => client.destroy());
  await once(port, 'connection');
});

afterEach(() => {
  client.destroy();
  port.close();
  vi.useRealTimers();
});

const read = (socket: Socket) => socket.read() as Buffer | null;

it.each([
  ['PRI * HTTP/2.0\r\n', 'HTTP/2'],
  ['PRX / HTTP/1.1\r\n', 'HTTP/1.1'],
  ['POST / HTTP/1.1\r\n', 'HTTP/1.1'],
])('hands on what begins with %j, with all of it', async (bytes, who) => {
  client.write(bytes);
  await once(client, 'close');
  expect(told).toEqual([[who, bytes]]);
});

it.each(['', 'PR'])('waits no longer than twenty seconds for more than %j', async (bytes) => {
  client.write(bytes);
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await once(client, 'close');
  expect(told.map(([who]) => who)).toEqual(['late']);
});

it('lets a client go that ends without a word', async () => {
  client.end();
  await once(client, 'close');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});

it('ends the connection of an HTTP/2 client that ends its half', async () => {
  const listen = (socket: Socket) => void socket.resume();
  const other = createPort({ http1: listen, http2: listen, late: listen });
  onTestFinished(() => void other.close());
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const leaving = connect((other.address() as AddressInfo).port, '127.0.0.1');
  leaving.resume();
  leaving.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const [hadError] = (await once(leaving, 'close')) as [boolean];
  expect(hadError).toBe(false);
});
