/** The sample configurations of nginx and Caddy in front of Grove. */
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { describe, expect, onTestFinished } from 'vitest';
import { GroupsService } from '#lib/generated/proto/grove/iam/v2beta1/groups_pb.js';
import { CADDY, NGINX } from '../../../scripts/lib/test-programs.mjs';
import { newCertificates } from '../../support/certificates.ts';
import { startCaddy, startNginx } from '../../support/tls-proxies.ts';
import { grove, it } from '../fixtures.ts';
import { WATCH } from '../support/event-streams.ts';
import { newGroup } from '../support/people.ts';

const tls = newCertificates();

async function ask(
  port: number,
  path: string,
  options: RequestOptions = {},
  body?: string,
): Promise<IncomingMessage> {
  const sent = request(`https://127.0.0.1:${port}${path}`, { ...options, ca: tls.authority });
  const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage];
  return answer;
}

describe.each([
  { name: 'nginx', isThere: existsSync(NGINX), start: startNginx },
  { name: 'Caddy', isThere: existsSync(CADDY), start: startCaddy },
])('$name', ({ isThere, start }) => {
  it.skipIf(!isThere)('forwards requests, calls and files', async () => {
    const proxy = await start(new URL(grove.url).host.replace('localhost', '127.0.0.1'), tls);
    onTestFinished(() => proxy.stop());
    const headers = { authorization: `Bearer ${grove.ownerToken}` };
    const read = await ask(proxy.port, `/iam/v2beta1/groups/${grove.rootUid}`, { headers });
    expect([read.statusCode, JSON.parse(await text(read))]).toMatchObject([
      200,
      { uid: grove.rootUid },
    ]);
    const baseUrl = `https://127.0.0.1:${proxy.port}`;
    const transport = createGrpcTransport({ baseUrl, nodeOptions: { ca: tls.authority } });
    const { groups } = await createClient(GroupsService, transport).listGroups({}, { headers });
    expect(groups.map(({ uid }) => uid)).toContain(grove.rootUid);
    const path = `/vulnerabilities/v2beta1/advisories:import?group_uid=${grove.rootUid}`;
    const file = JSON.stringify([{ id: 'OSV-1', details: 'x'.repeat(3 << 20) }]);
    const report = await ask(proxy.port, path, { method: 'POST', headers }, file);
    expect([report.statusCode, JSON.parse(await text(report))]).toMatchObject([200, {}]);
  });

  it.skipIf(!isThere)('passes events on as they happen', async () => {
    const proxy = await start(new URL(grove.url).host.replace('localhost', '127.0.0.1'), tls);
    onTestFinished(() => proxy.stop());
    const headers = { authorization: `Bearer ${grove.ownerToken}`, 'accept-encoding': 'gzip' };
    const stream = await ask(proxy.port, `${WATCH}?group_uid=${grove.rootUid}`, { headers });
    onTestFinished(() => void stream.destroy());
    const chunks = stream.setEncoding('utf8')[Symbol.asyncIterator]();
    const until = async (part: string) => {
      let read = '';
      while (!read.includes(part)) read += String((await chunks.next()).value);
    };
    await until('\n\n');
    await until(await newGroup(grove, grove.rootUid));
  });

  it.skipIf(!isThere)('streams responses, and answers errors like the API', async () => {
    const running = Promise.withResolvers<ServerResponse>();
    const server = createServer((_, response) => {
      response.write('first\n');
      running.resolve(response);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const proxy = await start(`127.0.0.1:${(server.address() as AddressInfo).port}`, tls);
    onTestFinished(() => proxy.stop());
    const slow = await ask(proxy.port, '/');
    const [first] = (await once(slow, 'data')) as [Buffer];
    expect(String(first)).toBe('first\n');
    (await running.promise).end('last\n');
    expect(await text(slow)).toBe('last\n');
    // Grove keeps its port, because another program could take it.
    server.on('connection', (socket) => socket.destroy());
    server.closeAllConnections();
    const away = await ask(proxy.port, '/');
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '2']);
    expect(away.headers['content-type']).toBe('application/json');
    expect(JSON.parse(await text(away))).toMatchObject({ code: 14 });
  });
});
