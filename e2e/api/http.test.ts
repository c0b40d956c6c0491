import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGrove } from './harness.ts';
import type { TestGrove } from './harness.ts';

let grove: TestGrove;

beforeAll(async () => {
  grove = await startGrove();
});

afterAll(() => grove.stop());

/** Sends exactly these bytes and reads until the server closes. */
async function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(grove.url).port), '127.0.0.1');
  socket.write(bytes);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

const request = (line: string, headers = 'Host: localhost\r\n') =>
  raw(`${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);

describe('health', () => {
  it('says that the process lives and that the database answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body, headers } = await grove.get(path, { token: null });
      expect([status, body]).toEqual([200, { status: 'ok' }]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('answers a HEAD like a GET without the body', async () => {
    const answer = await request('HEAD /healthz');
    expect(answer.status).toBe(200);
    expect(answer.head).toContain('content-length: 15');
    expect(answer.body).toBe('');
  });
});

describe('odd requests', () => {
  it.each([
    ['a target in absolute form', 'GET http://other/healthz', 200],
    ['a target with a fragment', 'GET /healthz#top', 400],
    ['a target that is no path', 'OPTIONS *', 400],
    ['a method that no path has', 'TRACE /healthz', 405],
    ['a percent sign that encodes nothing', 'GET /iam/v2beta1/groups/%zz', 400],
    ['encoded dots', 'GET /iam/v2beta1/groups/%2e%2e/%2e%2e/%2e%2e/x', 404],
    ['a path that is not there', 'GET /nothing', 404],
  ])('%s', async (_, line, status) => {
    const answer = await request(line);
    expect(answer.status).toBe(status);
    const body = JSON.parse(answer.body) as { code?: number };
    expect(typeof body.code).toBe(status === 200 ? 'undefined' : 'number');
  });

  it.each([
    ['no host', '', '/healthz'],
    ['a host that is none', 'Host: a b/c\r\n', '/healthz'],
  ])('%s', async (_, headers, path) => {
    const answer = await request(`GET ${path}`, headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('Invalid argument: Host: must be');
  });

  it('answers what is not HTTP with an error of the usual form', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 3,
      message: 'Invalid argument: request: is not valid HTTP',
    });
  });

  it('bounds the headers', async () => {
    const answer = await request('GET /healthz', `Host: localhost\r\nX: ${'a'.repeat(40_000)}\r\n`);
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 3 });
  });

  it('bounds a body that announces no length', async () => {
    const response = await fetch(`${grove.url}/iam/v2beta1/groups/${grove.rootUid}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${grove.ownerToken}`, 'content-type': 'application/json' },
      body: new Blob([' '.repeat(3 * 1024 * 1024)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'Invalid argument: body: must be at most 1048576 bytes',
    });
  });

  it('goes on when a client leaves in the middle of a body', async () => {
    const socket = connect(Number(new URL(grove.url).port), '127.0.0.1');
    const head = `POST /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${grove.ownerToken}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
    const created = await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'after' });
    expect(created.status).toBe(200);
  });
});
