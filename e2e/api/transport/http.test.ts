// @module-tag http
import { describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { badFields, ok } from '../support/answers.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { RawAnswer } from '../support/raw-http.ts';

/** The single answer to these bytes. */
async function raw(bytes: string, isHead = false): Promise<RawAnswer> {
  const [answer, ...others] = await sendRaw(grove, bytes, { isHead });
  expect(others).toEqual([]);
  return answer as RawAnswer;
}

const request = (line: string, headers = 'Host: localhost\r\n', body = '') =>
  raw(`${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`, line.startsWith('HEAD '));

describe('health', () => {
  it('says that the process lives and that the database answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body, headers } = await grove.get(path, { token: null });
      expect([status, body]).toEqual([200, { status: 'ok' }]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('answers HTTP/1.0 without a host, as balancers ask', async () => {
    const answer = await raw('GET /readyz HTTP/1.0\r\n\r\n');
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
    const wrong = await raw('OPTIONS /iam/v2beta1/groups HTTP/1.0\r\nHost: a b/c\r\n\r\n');
    expect(wrong.status).toBe(400);
  });

  it('answers a HEAD like a GET without the body', async () => {
    const answer = await request('HEAD /healthz');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('15');
  });
});

describe('odd requests', () => {
  it.each([
    ['a target in absolute form', 'GET http://other/healthz', 200],
    ['a target with a fragment', 'GET /healthz#top', 400],
    ['a target that is no path', 'OPTIONS *', 400],
    ['a method that no path has', 'TRACE /healthz', 405],
    ['a tunnel', 'CONNECT localhost:80', 405],
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

  it('answers bytes that are not HTTP with a regular error', async () => {
    const answer = await raw('HELLO\r\n\r\n');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 3,
      message: 'Invalid argument: request: is not valid HTTP',
    });
  });

  it('answers whatever else is expected of it', async () => {
    const headers = 'Host: localhost\r\nExpect: the-unexpected\r\n';
    expect((await request('GET /healthz', headers)).status).toBe(200);
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
});

it('answers once if the body is noise, whichever error it finds first', async () => {
  const paths = ['/iam/v2beta1/identityProviders', '/healthz', '/openapi.json'];
  const lines = paths.flatMap((path) => ['GET', 'POST'].map((method) => `${method} ${path}`));
  for (const line of lines) {
    const answer = await request(line, 'Host: [::1\r\nTransfer-Encoding: chunked\r\n', 'zz\r\n');
    expect(answer.status, line).toBeGreaterThanOrEqual(200);
    expect(answer.status, line).toBeLessThan(500);
  }
});

it('runs and answers complete requests before it refuses the bytes that follow', async () => {
  const body = '{"name":"before the noise"}';
  const head = [
    `POST /iam/v2beta1/groups/${grove.rootUid} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${grove.ownerToken}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  for (const connection of ['keep-alive', 'close']) {
    const bytes = `${[...head, `Connection: ${connection}`].join('\r\n')}\r\n\r\n`;
    const answers = await sendRaw(
      grove,
      `${bytes}${body.replace('noise', connection.slice(0, 5))}noise\r\n\r\n`,
    );
    expect(answers.map(({ status }) => status)).toEqual(
      connection === 'close' ? [200] : [200, 400],
    );
  }
});

it.each([
  ['v2beta1', '/iam/v2beta1/groups'],
  ['v1', '/iam/v1/groups'],
])('deletes nothing over %s if the rest of the request is noise', async (_version, path) => {
  const made = await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, {
    name: `kept by ${path}`.replaceAll('/', ' '),
  });
  const { uid } = ok(made);
  const line = `DELETE ${path}/${String(uid)}`;
  const headers = `Host: localhost\r\nAuthorization: Bearer ${grove.ownerToken}\r\n`;
  const chunked = `${headers}Transfer-Encoding: chunked\r\n`;
  // The answer is the same once the caller is known, and once the cache knows the caller.
  for (let time = 0; time < 3; time += 1) {
    expect((await request(line, chunked, 'zz\r\n')).status).toBe(400);
    expect((await request(line, chunked, '1\r\nx\r\nzz\r\n')).status).toBe(400);
    expect((await grove.get(`/iam/v2beta1/groups/${String(uid)}`)).status).toBe(200);
  }
  const whole = await request(line, chunked, '1\r\nx\r\n0\r\n\r\n');
  expect(whole.status).toBe(200);
});

it('takes from the query no field that the path has', async () => {
  const first = `/iam/v2beta1/events/${grove.rootUid}/0000000000100000`;
  ok(await grove.get(first));
  expect(badFields(await grove.get(`${first}?uid=${grove.rootUid}`))).toEqual(['uid']);
});
