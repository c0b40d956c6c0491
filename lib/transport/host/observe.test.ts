import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER } from '#lib/auth/own-headers.ts';
import { observe } from './observe.ts';

const server = createServer((message, response) => {
  message.headers[CLIENT_ADDRESS_HEADER] = '192.0.2.1';
  observe(message, response);
  response.setHeader('x-request-id', 'r1');
  response.end();
});

beforeEach(async () => {
  vi.stubEnv('GROVE_ACCESS_LOG', '1');
  vi.stubEnv('GROVE_LOG_FORMAT', 'json');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  server.close();
  await once(server, 'close');
});

async function lineOf(path: string): Promise<object> {
  const line = Promise.withResolvers<string>();
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    line.resolve(String(text));
    return true;
  });
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: 'Bearer secret', connection: 'close' },
  });
  const text = await line.promise;
  expect(text).not.toContain('secret');
  return JSON.parse(text) as object;
}

it('has a line for a request to the API, without its query and headers', async () => {
  expect(await lineOf('/iam/v2beta1/groups?name=secret')).toMatchObject({
    level: 'info',
    message: expect.stringMatching(
      /^GET \/iam\/v2beta1\/groups 200 \d+ ms 192\.0\.2\.1$/,
    ) as string,
    operation: 'ListGroups',
    status: 200,
    client: '192.0.2.1',
    requestId: 'r1',
  });
});

it('does not name the page, whose path may have a code', async () => {
  const line = await lineOf('/invite/secret');
  expect(line).toMatchObject({ operation: 'page' });
  expect(line).not.toHaveProperty('path');
});
