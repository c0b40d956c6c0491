/** The bodies that a server reads and keeps before it has authenticated the caller. */
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterEach, describe, expect } from 'vitest';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { grove, it } from '../fixtures.ts';

const CREATE = '/grove.iam.v2beta1.GroupsService/CreateGroup';
const BAD_TOKEN = 'Bearer x.y.z';

let port: number;
let open: Socket[] = [];

it.beforeAll(() => {
  port = Number(new URL(grove.url).port);
});

afterEach(async () => {
  await Promise.all(
    open.map(async (socket) => {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    }),
  );
  open = [];
});

/** The start of the answer to headers whose body never comes. */
async function answerTo(head: string, localAddress = '127.0.0.1', body = ''): Promise<string> {
  const socket = await sent(head, localAddress, body);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString('latin1');
}

async function sent(head: string, localAddress: string, body = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  open.push(socket);
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: localhost\r\n\r\n${body}`);
  return socket;
}

describe('a caller without valid credentials is refused before the message has come, over', () => {
  const head = (type: string) =>
    `POST ${CREATE} HTTP/1.1\r\nAuthorization: ${BAD_TOKEN}\r\nContent-Type: ${type}\r\nContent-Length: 900000`;

  it('Connect', async () => {
    expect(await answerTo(head('application/proto'))).toMatch(/^HTTP\/1.1 401 /);
    expect(await answerTo(head('application/json'))).toMatch(/^HTTP\/1.1 401 /);
  });

  it('gRPC-Web', async () => {
    expect(await answerTo(head('application/grpc-web+proto'))).toMatch(/grpc-status: ?16\r\n/i);
  });

  it('gRPC', async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const request = session.request({
      ':method': 'POST',
      ':path': CREATE,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      authorization: BAD_TOKEN,
    });
    request.resume();
    const status = await Promise.race(
      ['response', 'trailers'].map(async (event) => {
        const [headers] = (await once(request, event)) as [IncomingHttpHeaders];
        return headers['grpc-status'] ?? (await new Promise<never>(() => undefined));
      }),
    );
    expect(status).toBe('16');
    session.destroy();
  });

  it('REST', async () => {
    const rest = `POST /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1\r\nAuthorization: ${BAD_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 900000`;
    expect(await answerTo(rest)).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('bodies of callers whom nobody knows yet', () => {
  const POST =
    'POST /sts/exchange HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ';
  const HEAD = `${POST}65536`;
  const shortAnswer = (localAddress: string) => answerTo(`${POST}3`, localAddress, 'a=b');
  const OF_A_NETWORK = 128;
  const POLLING = { timeout: 20_000 };

  it('have room of 8 MiB for each network, which the end of a request gives back', async () => {
    for (let nth = 0; nth < OF_A_NETWORK; nth += 1) await sent(HEAD, '127.0.0.2');
    const refused = await shortAnswer('127.0.0.2');
    expect(refused).toMatch(/^HTTP\/1.1 429 /);
    expect(refused).toMatch(/retry-after: 1\r\n/i);
    expect(refused).toContain('"RESOURCE_EXHAUSTED"');
    expect(await shortAnswer('127.0.0.3')).toMatch(/^HTTP\/1.1 400 /);
    const known = await fetch(`${grove.url}/iam/v2beta1/groups`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${grove.ownerToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'made meanwhile' }),
    });
    expect(known.status).toBe(200);
    for (const socket of open) socket.destroy();
    await expect.poll(() => shortAnswer('127.0.0.2'), POLLING).toMatch(/^HTTP\/1.1 400 /);
  });

  it('share it with messages of health', async () => {
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` });
    const health = createClient(Health, transport);
    expect((await health.check({})).status).toBe(1);
    for (let nth = 0; nth < OF_A_NETWORK; nth += 1) await sent(HEAD, '127.0.0.1');
    const code = async () => {
      try {
        return (await health.check({})).status;
      } catch (error) {
        return ConnectError.from(error).code;
      }
    };
    // An earlier check may still occupy the room of the last body.
    const codeWhenFull = async () => {
      await sent(HEAD, '127.0.0.1');
      return code();
    };
    await expect.poll(codeWhenFull, POLLING).toBe(Code.ResourceExhausted);
    for (const socket of open) socket.destroy();
    await expect.poll(code, POLLING).toBe(1);
  });
});
