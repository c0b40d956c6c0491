import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { rowsIn } from '../support/database.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const WRITERS = 6;

let server: ServerProcess;

beforeAll(async () => {
  process.env['GROVE_DRAIN_TIME'] = '2';
  server = await newServerProcess();
});

afterAll(() => server.remove());

interface Sent {
  status: number;
  body: string;
}

/** @param body chunks that are sent with a pause after each. */
async function send(path: string, body: string[], agent?: Agent): Promise<Sent> {
  const [host, port] = server.address.split(':');
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': 'application/json',
    'content-length': body.join('').length,
  };
  const method = body.length === 0 ? 'GET' : 'POST';
  const asked = request({ host, port, path, method, headers, agent });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const [index, chunk] of body.entries()) {
    if (index > 0) await wait(700);
    asked.write(chunk);
  }
  asked.end();
  const [response] = await answered;
  return { status: response.statusCode ?? 0, body: await text(response) };
}

it('answers all that it has accepted, and says that it stops, before it is gone', async () => {
  await server.start();
  const create = `/iam/v2beta1/groups/${server.rootUid}`;
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const acknowledged = new Set<string>();
  const failures: string[] = [];
  let count = 0;
  const over = new AbortController();
  const write = async () => {
    while (!over.signal.aborted) {
      const name = `drained ${(count += 1)}`;
      await send(create, [JSON.stringify({ name })], agent).then(
        ({ status, body }) => (status === 200 ? acknowledged.add(name) : failures.push(body)),
        (error: Error) => failures.push(error.message),
      );
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  await until(() => expect(acknowledged.size).toBeGreaterThan(30));
  // It takes longer than the drain, as a large file does.
  const slow = send(create, ['{"name":', ' "drained', ' slowly', '"', '  ', '}']);
  await wait(100);
  const ended = server.end('SIGTERM');
  await until(async () => expect((await send('/readyz', [])).status).toBe(503));
  const before = acknowledged.size;
  await until(() => expect(acknowledged.size).toBeGreaterThan(before));
  // A balancer has noticed the failing probe, and sends requests elsewhere.
  over.abort();
  await Promise.all(writers);
  expect((await slow).status).toBe(200);
  expect(await ended).toBe(0);
  expect(failures).toEqual([]);
  agent.destroy();
  const groups = await rowsIn('Group').findMany({ where: { name: { contains: 'drained ' } } });
  const names = groups.map(({ name }) => name).filter((name) => /^drained \d/.test(name));
  expect(new Set(names)).toEqual(acknowledged);
});

it('the counts that wait in memory are written before the server stops', async () => {
  await server.start();
  const list = async () => expect((await send('/iam/v1/groups', [])).status).toBe(200);
  const written = async () => (await rowsIn('V1Caller').findMany()).map(({ count }) => count);
  await list();
  await until(async () => expect(await written()).toHaveLength(1));
  await list();
  await list();
  expect(await server.end('SIGTERM')).toBe(0);
  expect(await written()).toEqual([3]);
});
