import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createHttp1 } from './http1.ts';

async function listening(): Promise<{ arrived: Promise<ServerResponse>; socket: Socket }> {
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
  const http = createHttp1((_message, response) => resolve(response));
  Object.assign(http, { httpAllowHalfOpen: true });
  onTestFinished(() => void http.close());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { arrived, socket: connect((http.address() as AddressInfo).port, '127.0.0.1') };
}

it.each([
  'GET /iam/v2beta1/events:watch?group_uid=a',
  'POST /grove.iam.v2beta1.EventsService/WatchEvents',
])('ends the answer to %s when the client ends its half of the connection', async (line) => {
  const { arrived, socket } = await listening();
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const response = await arrived;
  response.write('the first event');
  await once(socket, 'data');
  socket.on('error', () => undefined).end();
  await once(response, 'close');
  expect(response.writableFinished).toBe(false);
});

it('waits for any other answer', async () => {
  const { arrived, socket } = await listening();
  socket.end('GET /iam/v2beta1/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const response = await arrived;
  response.write('the ');
  await once(socket, 'data');
  const rest = text(socket);
  response.end('answer');
  expect(await rest).toContain('answer');
});

it('refuses a connection once, however many bytes follow a request without being one', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const http = createHttp1((_message, response) => arrived.resolve(response));
  onTestFinished(() => void http.close());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  const answers = text(socket);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const response = await arrived.promise;
  const sendOthers = async () => {
    const refused = once(http, 'clientError');
    socket.write('not HTTP\r\n\r\n');
    await refused;
    return response.listenerCount('close');
  };
  const first = await sendOthers();
  for (let more = 0; more < 12; more += 1) expect(await sendOthers()).toBe(first);
  response.end('the answer');
  expect((await answers).match(/HTTP\/1\.1 \d+|the answer/g)).toEqual([
    'HTTP/1.1 200',
    'the answer',
    'HTTP/1.1 400',
  ]);
});
