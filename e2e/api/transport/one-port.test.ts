import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { get as getHttps } from 'node:https';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, describe, expect, vi } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { createGroveServer } from '#lib/transport/server/node.ts';
import type { GroveServer } from '#lib/transport/server/node.ts';
import { newCertificates } from '../../support/certificates.ts';
import { freePort } from '../../support/free-port.ts';
import { grove, it } from '../fixtures.ts';
import { ok } from '../support/answers.ts';
import { openSocket, sendRaw } from '../support/raw-http.ts';

type Middleware = (...args: [...Parameters<RequestListener>, next: () => void]) => void;

/** Next's own middleware before its pages; it has no types. */
const compression = createRequire(import.meta.url)(
  'next/dist/compiled/compression',
) as () => Middleware;

let session: ClientHttp2Session;

it.beforeAll(() => {
  session = connectHttp2(base());
});

afterAll(() => {
  session.destroy();
});

const HOUR_MS = 3_600_000;

const complaints = vi.spyOn(console, 'error');

const base = () => grove.url.replace('localhost', '127.0.0.1');
const owner = () => ({ authorization: `Bearer ${grove.ownerToken}` });

interface Http2Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One request and its response over HTTP/2. */
async function exchange(
  on: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<Http2Answer> {
  const stream = on.request({ ...owner(), ...headers }, { endStream: body === undefined });
  stream.end(body);
  const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return {
    status: Number(answered[':status']),
    headers: answered,
    body: Buffer.concat(chunks).toString(),
  };
}

describe('HTTP/2 with prior knowledge', () => {
  it('has REST as HTTP/1.1 has it', async () => {
    const path = `/iam/v2beta1/groups/${grove.rootUid}`;
    const json = { 'content-type': 'application/json' };
    const made = await exchange(
      session,
      { ':method': 'POST', ':path': path, ...json },
      '{"name":"two"}',
    );
    const group = JSON.parse(made.body) as { uid: string };
    expect([made.status, group]).toMatchObject([200, { name: 'two' }]);
    const read = await exchange(session, { ':path': `/iam/v2beta1/groups/${group.uid}` });
    const overHttp1 = await grove.get(`/iam/v2beta1/groups/${group.uid}`);
    expect([read.body, read.headers.etag]).toEqual([overHttp1.text, overHttp1.headers.get('etag')]);
    expect(read.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(read.headers['content-length']).toBe(String(Buffer.byteLength(read.body)));
    const head = await exchange(session, { ':method': 'HEAD', ':path': path });
    expect([head.status, head.body]).toEqual([200, '']);
    const gone = await exchange(session, {
      ':method': 'DELETE',
      ':path': `/iam/v2beta1/groups/${group.uid}`,
    });
    expect([gone.status, gone.body]).toEqual([200, '']);
  });

  it('streams long responses', async () => {
    const path = `/vulnerabilities/v2beta1/advisories:export?group_uid=${grove.rootUid}&format=osv`;
    const { status, headers } = await exchange(session, { ':path': path });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringMatching('zip')]);
  });

  it('answers errors as HTTP/1.1 does', async () => {
    const answers = await Promise.all([
      exchange(session, { ':path': '/iam/v2beta1/none' }),
      exchange(session, { ':method': 'PUT', ':path': '/iam/v2beta1/groups' }, '{}'),
      exchange(session, { ':path': '/iam/v2beta1/groups', ':authority': 'no,host' }),
      exchange(session, { ':path': '/iam/v2beta1/groups', authorization: 'none' }),
      exchange(session, { ':path': '/%' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 400, 401, 400]);
    for (const { body } of answers) expect(JSON.parse(body)).toHaveProperty('details');
    expect(answers[1]?.headers.allow).toBe('GET, POST');
  });

  it('answers unknown calls, and calls without a host', async () => {
    const headers = { ':method': 'POST', 'content-type': 'application/grpc' };
    const service = '/grove.iam.v2beta1.GroupsService';
    const none = await exchange(session, { ...headers, ':path': `${service}/None` }, '');
    const path = `${service}/ListGroups`;
    const hostless = await exchange(
      session,
      { ...headers, ':path': path, ':authority': 'no,host' },
      '',
    );
    expect([none.status, hostless.status]).toEqual([200, 400]);
  });

  it('limits headers, and lets no connection break the others', async () => {
    const long = exchange(session, { ':path': '/healthz', 'x-long': 'x'.repeat(40_000) });
    await expect(long).rejects.toThrow('NGHTTP2_ENHANCE_YOUR_CALM');
    const broken = openSocket(grove);
    broken.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnothing of HTTP/2 at all, but long enough');
    await once(broken.resume(), 'close');
    expect((await exchange(session, { ':path': '/healthz' })).status).toBe(200);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('survives clients that disconnect at any moment', async () => {
    const paths = [
      `/iam/v2beta1/groups/${grove.rootUid}`,
      '/grove.iam.v2beta1.GroupsService/ListGroups',
      '/grpc.health.v1.Health/Watch',
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
    ];
    const leave = async (path: string, index: number) => {
      const client = connectHttp2(base());
      client.on('error', () => undefined);
      const type = path.includes('grpc') || path.includes('grove') ? 'grpc' : 'json';
      const headers = { ...owner(), ':method': 'POST', ':path': path };
      const stream = client.request({ ...headers, 'content-type': `application/${type}` });
      stream.on('error', () => undefined);
      stream.write(Buffer.from([0, 0, 0, 0, 9, 1, 2].slice(0, index % 8)));
      if (index % 3 === 0) stream.end();
      await new Promise((resolve) => setTimeout(resolve, index % 5));
      if (index % 2 === 0) stream.close(constants.NGHTTP2_CANCEL);
      client.destroy();
    };
    const all = Array.from({ length: 200 }, (_, index) => leave(paths[index % 4] ?? '', index));
    await Promise.all(all);
    expect((await exchange(session, { ':path': '/healthz' })).status).toBe(200);
    expect(complaints.mock.calls).toEqual([]);
  });

  it('announces its limits', async () => {
    // They come before the first answer.
    await exchange(session, { ':path': '/healthz' });
    expect(session.remoteSettings.maxConcurrentStreams).toBe(128);
    expect(session.remoteSettings.maxHeaderListSize).toBe(32 * 1024);
  });
});

describe('the first bytes', () => {
  const request = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

  it('may come one by one', async () => {
    const socket = openSocket(grove).setNoDelay(true);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    for (const byte of request) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('may be nearly those of HTTP/2', async () => {
    const [answer] = await sendRaw(grove, request.replace('GET', 'PRX'));
    expect(answer?.status).toBe(400);
  });

  it.each(['', 'P', 'PR', 'G'])('may be all that comes: %j', async (bytes) => {
    const answers = await sendRaw(grove, bytes, { halfClose: true, timeoutMs: 5_000 });
    expect(answers.every(({ status }) => status === 400)).toBe(true);
  });
});

it('answers hundreds of requests of both kinds at once, each its own', async () => {
  const client = createClient(GroupsService, createGrpcTransport({ baseUrl: base() }));
  const parentUid = grove.rootUid;
  const path = `/iam/v2beta1/groups/${parentUid}`;
  const options = { headers: owner() };
  const calls: ((name: string) => Promise<string>)[] = [
    async (name) => ok(await grove.post(path, { name }))['name'] as string,
    async (name) => (await client.createGroup({ parentUid, group: { name } }, options)).name ?? '',
    async (name) => `${name}${ok(await grove.get(path))['name'] === 'acme' ? '' : '!'}`,
    async (name) => {
      const { groups } = await client.listGroups({ name: 'acme' }, options);
      return groups[0]?.uid === parentUid ? name : '';
    },
    async (name) => {
      const over = await exchange(session, { ':path': path });
      return (JSON.parse(over.body) as { uid: string }).uid === parentUid ? name : '';
    },
  ];
  const names = Array.from({ length: 300 }, (_, index) => `mixed ${index}`);
  const answers = await Promise.all(
    names.map(async (name, index) => calls[index % calls.length]?.(name)),
  );
  expect(answers).toEqual(names);
  const made = await client.listGroups({ query: 'mixed', pageSize: 1 }, options);
  expect(made.totalCount).toBe(120n);
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-tls-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  let server: GroveServer;
  let port: number;
  let ca: Buffer;

  it.beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
    const files = ['-keyout', keyFile, '-out', certFile];
    execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], { stdio: 'ignore' });
    ca = readFileSync(certFile);
    server = createGroveServer({}, { cert: ca, key: readFileSync(keyFile) });
    port = await freePort();
    await server.listen(port, '127.0.0.1');
  });

  afterAll(async () => {
    await server.close(0);
    rmSync(folder, { recursive: true });
  });

  const address = () => `https://localhost:${port}`;

  it('has gRPC and REST behind one certificate', async () => {
    const transport = createGrpcTransport({ baseUrl: address(), nodeOptions: { ca } });
    const { groups } = await createClient(GroupsService, transport).listGroups(
      { name: 'acme' },
      { headers: owner() },
    );
    expect(groups[0]?.uid).toBe(grove.rootUid);
    const path = `/iam/v2beta1/groups/${grove.rootUid}`;
    const overHttp2 = connectHttp2(address(), { ca });
    const two = await exchange(overHttp2, { ':path': path });
    overHttp2.close();
    const [one] = (await once(
      getHttps(address() + path, { ca, headers: owner(), agent: false }),
      'response',
    )) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of one) chunks.push(chunk as Buffer);
    expect([one.httpVersion, one.statusCode]).toEqual(['1.1', 200]);
    expect(Buffer.concat(chunks).toString()).toBe(two.body);
  });

  it('negotiates the protocol that the client prefers', async () => {
    const negotiated = async (ALPNProtocols: string[]) => {
      const socket = connectTls({ port, host: 'localhost', ca, ALPNProtocols });
      await once(socket, 'secureConnect');
      const { alpnProtocol } = socket;
      socket.destroy();
      return alpnProtocol;
    };
    expect(await negotiated(['h2', 'http/1.1'])).toBe('h2');
    expect(await negotiated(['http/1.1'])).toBe('http/1.1');
    expect(await negotiated([])).toBe(false);
  });

  it('offers TLS 1.2 with forward secrecy and authenticated encryption alone', async () => {
    const agreed = (ciphers: string) =>
      new Promise((resolve) => {
        const options = { ca, ciphers, maxVersion: 'TLSv1.2', host: 'localhost', port } as const;
        const socket = connectTls(options, () => resolve(socket.getCipher().name));
        socket.on('error', () => resolve('refused')).on('secureConnect', () => socket.destroy());
      });
    expect(await agreed('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256');
    expect(await agreed('ECDHE-ECDSA-AES128-SHA')).toBe('refused');
    expect(await agreed('ECDHE-ECDSA-AES256-SHA384')).toBe('refused');
  });

  it('hands a renewed certificate to new connections', async () => {
    const { cert, key } = newCertificates();
    const serial = async () => {
      const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    const before = await serial();
    server.renew({ cert: Buffer.from(cert), key: Buffer.from(key) });
    expect(await serial()).not.toBe(before);
    server.renew({ cert: ca, key: readFileSync(keyFile) });
    expect(await serial()).toBe(before);
  });

  it('ends a connection that speaks without it', async () => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(complaints).not.toHaveBeenCalled();
  });
});

it('gives pages over HTTP/2 the same request as over HTTP/1.1', async () => {
  const html = '<p>page</p>'.repeat(1_000);
  const seen: unknown[] = [];
  const next: RequestListener = (message, response) =>
    compression()(message, response, () => {
      const { headers, method, url } = message;
      seen.push([method, url, headers.host, Object.hasOwn(headers, ':path')]);
      response.statusMessage = 'OK';
      response.setHeader('content-type', 'text/html');
      response.end(html);
    });
  const server = createGroveServer({ next });
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  const client = connectHttp2(`http://127.0.0.1:${port}`);
  const plain = await exchange(client, { ':path': '/page?a=b' });
  const packed = await exchange(client, { ':path': '/page', 'accept-encoding': 'gzip' });
  client.close();
  await server.close();
  expect([plain.status, plain.body]).toEqual([200, html]);
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.body.length).toBeLessThan(html.length / 10);
  expect(seen).toEqual(
    ['/page?a=b', '/page'].map((path) => ['GET', path, `127.0.0.1:${port}`, false]),
  );
});

it('leaves upgrades to other listeners, such as the development server', async () => {
  const server = createGroveServer();
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  server.http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const socket = connect(port, '127.0.0.1');
  const head = ['GET /_next/hmr HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: x'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString()).toMatch(/^HTTP\/1.1 101 /);
  socket.destroy();
  await server.close(0);
});

it('closes idle HTTP/1.1 connections when it stops, and answers running requests', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createGroveServer({ next: (_, response) => asked.resolve(response) });
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  const [idle, busy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const ended = once(idle.resume(), 'close');
  const chunks: Buffer[] = [];
  busy.on('data', (chunk) => chunks.push(chunk));
  busy.write('GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const response = await asked.promise;
  // Longer than this test may take, so that no time-out ends the connections.
  const stopped = server.close(HOUR_MS);
  await ended;
  response.end('late');
  await Promise.all([stopped, once(busy, 'close')]);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*late/);
});

it('asks clients of HTTP/2 to leave when it stops', async () => {
  const server = createGroveServer();
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  const client = connectHttp2(`http://127.0.0.1:${port}`);
  expect((await exchange(client, { ':path': '/healthz' })).status).toBe(200);
  const goaway = once(client, 'goaway');
  await server.close();
  const [code] = (await goaway) as [number];
  expect(code).toBe(constants.NGHTTP2_NO_ERROR);
});
