import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import type { Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { ServerReflection } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { grove, withSettings } from '../fixtures.ts';

const it = withSettings({
  GROVE_TRUSTED_PROXIES: '',
  GROVE_MAX_CONNECTIONS: '14',
  GROVE_MAX_CONNECTIONS_PER_CLIENT: '10',
  GROVE_MAX_STREAMS: '5',
  GROVE_MAX_WATCHES: '4',
  GROVE_MAX_WATCHES_PER_CLIENT: '3',
  GROVE_HEADER_TIMEOUT: '1',
  GROVE_BODY_TIMEOUT: '1',
});

let port: number;
let open: Socket[] = [];
let sessions: Http2SessionManager[] = [];
/** The server's sockets of a test's connections. */
let accepted: Socket[] = [];

const noteAccepted = (message: unknown) =>
  void accepted.push((message as { socket: Socket }).socket);

it.beforeAll(() => {
  subscribe('net.server.socket', noteAccepted);
  port = Number(new URL(grove.url).port);
});

afterAll(() => {
  unsubscribe('net.server.socket', noteAccepted);
});

/** Waits until the server counts no connection of this test. */
afterEach(async () => {
  for (const socket of open) socket.destroy();
  for (const session of sessions) session.abort();
  await Promise.all(accepted.map(ended));
  [open, sessions, accepted] = [[], [], []];
});

/** Connects from that loopback address and sends these bytes. */
async function opened(localAddress: string, bytes = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

async function ended(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** True if the server responds on a connection from that address, false if it closes it. */
async function isAnswered(localAddress: string): Promise<boolean> {
  const socket = await opened(localAddress, REQUEST);
  const answered = once(socket, 'data').then(() => true);
  return Promise.race([answered, ended(socket).then(() => false)]);
}

async function answeredOf(count: number, localAddress: string): Promise<number> {
  let answered = 0;
  for (let index = 0; index < count; index += 1) {
    if (await isAnswered(localAddress)) answered += 1;
  }
  return answered;
}

describe('connections', () => {
  it('are bounded for each client and in all, and free again once they are closed', async () => {
    expect(await answeredOf(13, '127.0.0.2')).toBe(10);
    expect(await answeredOf(6, '127.0.0.3')).toBe(4);
    for (const socket of open) socket.destroy();
    await expect.poll(() => isAnswered('127.0.0.2')).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['half a request line', 'GET /hea'],
    ['headers that do not end', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-One: 1\r\n'],
    ['the beginning of HTTP/2 and no more', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('end that send %s', async (_, bytes) => {
    const socket = await opened('127.0.0.4', bytes);
    socket.resume();
    await ended(socket);
  });

  it('end that send their headers a byte at a time', async () => {
    const socket = await opened('127.0.0.4', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ');
    socket.resume();
    const dripping = setInterval(() => socket.write('x'), 100);
    await ended(socket);
    clearInterval(dripping);
  });

  it('end that send their body a byte at a time, with an answer', async () => {
    const head = [
      `POST /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${grove.ownerToken}`,
      'Content-Type: application/json',
      'Content-Length: 100000',
    ];
    const socket = await opened('127.0.0.4', `${head.join('\r\n')}\r\n\r\n{`);
    const dripping = setInterval(() => socket.write(' '), 100);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(dripping);
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*body: took too long to arrive/);
  });
});

/** Raw HTTP/2 frames, because the client of Node.js respects the limit itself. */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** POST to `/sts/exchange` whose body never arrives. HPACK: indexed names, plain values. */
function openStream(stream: number): Buffer {
  const path = '/sts/exchange';
  const block = Buffer.concat([
    Buffer.from([0x83, 0x86, 0x04, path.length]),
    Buffer.from(path),
    Buffer.from([0x01, 'localhost'.length]),
    Buffer.from('localhost'),
  ]);
  return frame(1, 4, stream, block);
}

function framesOf(bytes: Buffer): { type: number; stream: number; payload: Buffer }[] {
  const frames = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    const payload = bytes.subarray(at + 9, end);
    frames.push({ type: bytes.readUInt8(at + 3), stream: bytes.readUInt32BE(at + 5), payload });
    at = end;
  }
  return frames;
}

describe('streams of one HTTP/2 connection', () => {
  it('are refused past their bound, whatever the client keeps to', async () => {
    const socket = await opened('127.0.0.5', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(frame(4, 0, 0, Buffer.alloc(0)));
    const streams = Array.from({ length: 9 }, (_, index) => 1 + index * 2);
    socket.write(Buffer.concat(streams.map(openStream)));
    const refused = () =>
      framesOf(Buffer.concat(chunks))
        .filter(({ type, payload }) => type === 3 && payload.readUInt32BE(0) === 7)
        .map(({ stream }) => stream);
    await expect.poll(refused).toEqual(streams.slice(5));
  });

  it('of a client that keeps to it are all answered', async () => {
    const socket = await opened('127.0.0.6');
    const session = connectHttp2(`http://127.0.0.1:${port}`, { createConnection: () => socket });
    await once(session, 'remoteSettings');
    const statuses = Array.from({ length: 20 }, async () => {
      const stream = session.request({ ':path': '/healthz' });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      stream.resume();
      return headers[':status'];
    });
    expect(await Promise.all(statuses)).toEqual(Array.from({ length: 20 }, () => 200));
    session.close();
  });
});

describe('calls that stay open', () => {
  /** With a connection of its own. */
  function transport(): Transport {
    const baseUrl = `http://127.0.0.1:${port}`;
    const sessionManager = new Http2SessionManager(baseUrl);
    sessions.push(sessionManager);
    return createGrpcTransport({ baseUrl, sessionManager });
  }

  const codeOf = (error: unknown) => ConnectError.from(error).code;

  async function watching(signal: AbortSignal, over = transport()): Promise<Code | 'open'> {
    const stream = createClient(Health, over).watch({}, { signal });
    const next = stream[Symbol.asyncIterator]().next();
    return next.then(() => 'open' as const, codeOf);
  }

  async function reflecting(signal: AbortSignal): Promise<Code | 'open'> {
    async function* questions() {
      yield { messageRequest: { case: 'listServices' as const, value: '' } };
      await wait(60_000, undefined, { signal });
    }
    const client = createClient(ServerReflection, transport());
    const stream = client.serverReflectionInfo(questions(), { signal });
    const next = stream[Symbol.asyncIterator]().next();
    return next.then(() => 'open' as const, codeOf);
  }

  it('are bounded together, and free again once they end', async () => {
    const stop = new AbortController();
    const outcomes = [];
    for (const start of [watching, reflecting, watching, watching, reflecting]) {
      outcomes.push(await start(stop.signal));
    }
    const refused = Code.ResourceExhausted;
    expect(outcomes).toEqual(['open', 'open', 'open', refused, refused]);
    stop.abort();
    const again = new AbortController();
    const over = transport();
    await expect.poll(() => watching(again.signal, over)).toBe('open');
    again.abort();
  });
});
