import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { HAPROXY } from '../../../scripts/lib/test-programs.mjs';
import { SERVER_HEADER, startHaproxy } from '../../support/haproxy.ts';
import type { ProxyProcess } from '../../support/proxy-process.ts';
import { rowsIn } from '../support/database.ts';
import { overGrpc } from '../support/over-grpc.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const GROUPS = '/iam/v2beta1/groups';

type Server = Pick<ServerProcess, 'address' | 'start' | 'end'>;

let first: ServerProcess;
let servers: Server[];
let proxy: ProxyProcess;

beforeAll(async () => {
  process.env['GROVE_DRAIN_TIME'] = '2';
  first = await newServerProcess();
  servers = [first, await first.beside()];
  // The servers start one after the other, because both may write to the database at their start.
  for (const server of servers) await server.start();
});

afterAll(() => first.remove());

interface Sent {
  status: number;
  body: string;
  server: string;
}

/** @param body chunks that are sent with a pause after each. */
async function send(path: string, body: string[], agent: Agent): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${first.token}`,
    'content-type': 'application/json',
    'content-length': body.join('').length,
  };
  const method = body.length === 0 ? 'GET' : 'POST';
  const asked = request({ host: '127.0.0.1', port: proxy.port, path, method, headers, agent });
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const [index, chunk] of body.entries()) {
    if (index > 0) await wait(500);
    asked.write(chunk);
  }
  asked.end();
  const [response] = await answered;
  return {
    status: response.statusCode ?? 0,
    body: await text(response),
    server: String(response.headers[SERVER_HEADER]),
  };
}

/** A client with one HTTP/2 connection to the proxy. */
function overHttp2() {
  const session = connect(`http://127.0.0.1:${proxy.port}`);
  return {
    async read(path: string): Promise<Sent> {
      const stream = session.request({
        ':path': path,
        authorization: `Bearer ${first.token}`,
      });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      const body = await text(stream);
      return { status: Number(headers[':status']), body, server: String(headers[SERVER_HEADER]) };
    },
    close: () => session.close(),
  };
}

it.skipIf(!existsSync(HAPROXY))('a rolling restart behind a proxy loses no request', async () => {
  proxy = await startHaproxy(
    Object.fromEntries(servers.map(({ address }, index) => [`s${index}`, address])),
  );
  const agent = new Agent({ keepAlive: true });
  const http2 = overHttp2();
  const noRest = () => Promise.reject(new Error('cannot be said over gRPC'));
  const rpc = overGrpc(`127.0.0.1:${proxy.port}`, first.token, noRest);
  const create = `${GROUPS}/${first.rootUid}`;
  const acknowledged = new Set<string>();
  const failures: string[] = [];
  const answers: Record<string, number> = {};
  const over = new AbortController();
  let count = 0;
  /** The servers that have answered since the set was last replaced. */
  let recent = new Set<string>();

  const repeat = async (kind: string, work: () => Promise<{ status: number; body: unknown }>) => {
    while (!over.signal.aborted) {
      try {
        const { status, body } = await work();
        if (status === 200) answers[kind] = (answers[kind] ?? 0) + 1;
        else failures.push(`${kind}: ${status} ${JSON.stringify(body)}`);
      } catch (error) {
        failures.push(`${kind}: ${String(error)}`);
      }
      await wait(5);
    }
  };
  const noted = async (sent: Promise<Sent>) => {
    const answer = await sent;
    recent.add(answer.server);
    return answer;
  };
  const named = async <T extends { status: number }>(work: (name: string) => Promise<T>) => {
    const name = `rolled ${(count += 1)}`;
    const answer = await work(name);
    if (answer.status === 200) acknowledged.add(name);
    return answer;
  };
  const read = () => noted(send(`${GROUPS}?page_size=1`, [], agent));
  const write = () => named((name) => noted(send(create, [JSON.stringify({ name })], agent)));
  // It takes longer than the drain, as a large file does.
  const upload = () =>
    named((name) => noted(send(create, ['{"name":', `"${name}"`, ' ', ' ', ' ', ' ', '}'], agent)));
  const clients = [
    repeat('read', read),
    repeat('read', read),
    repeat('write', write),
    repeat('upload', upload),
    repeat('upload', upload),
    repeat('http2', () => noted(http2.read(`${GROUPS}?page_size=1`))),
    repeat('call that reads', () => rpc.call('GET', `${GROUPS}?page_size=1`)),
    repeat('call that writes', () => named((name) => rpc.call('POST', create, { body: { name } }))),
  ];
  /** Waits until every server answers again. */
  const both = async () => {
    recent = new Set();
    await until(() => expect(recent.size).toBe(servers.length));
  };
  for (const server of servers) {
    await both();
    expect(await server.end('SIGTERM')).toBe(0);
    await wait(500);
    await server.start();
  }
  await both();
  over.abort();
  await Promise.all(clients);
  http2.close();
  rpc.close();
  agent.destroy();
  await proxy.stop();
  expect(failures).toEqual([]);
  expect(
    Object.values(answers).every((number) => number > 3),
    JSON.stringify(answers),
  ).toBe(true);
  const groups = await rowsIn('Group').findMany({ where: { name: { contains: 'rolled ' } } });
  const names = groups.map(({ name }) => name).filter((name) => /^rolled \d/.test(name));
  expect(names.sort()).toEqual([...acknowledged].sort());
});
