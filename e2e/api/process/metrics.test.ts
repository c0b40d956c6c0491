// @module-tag alone
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage, Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, describe, expect } from 'vitest';
import { listenForMetrics } from '#lib/transport/metrics/endpoint.ts';
import { VERSION } from '#lib/version.ts';
import { PROMTOOL } from '../../../scripts/lib/test-programs.mjs';
import { freePort } from '../../support/free-port.ts';
import { grove, withSettings } from '../fixtures.ts';
import { OWNER_EMAIL } from '../harness.ts';
import { overGrpc } from '../support/over-grpc.ts';

const TOKEN = 'a-token-of-some-length';

const port = await freePort();
let server: Server | null;

const it = withSettings((folder) => {
  writeFileSync(join(folder, 'token'), TOKEN);
  return {
    GROVE_METRICS_PORT: String(port),
    GROVE_METRICS_TOKEN_FILE: join(folder, 'token'),
  };
});

it.beforeAll(async () => {
  server = await listenForMetrics();
});

afterAll(() => server?.close());

const scraped = async (): Promise<string> => {
  const { text } = await grove.get('/metrics', { token: TOKEN });
  return text;
};

/** The value of a sample; 0 if there is none. */
async function sample(name: string): Promise<number> {
  const line = (await scraped()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

const requests = (protocol: string, operation: string, code: string) =>
  sample(
    `grove_request_duration_seconds_count{protocol="${protocol}",operation="${operation}",code="${code}"}`,
  );

describe('/metrics', () => {
  it('is for whoever has the token, whatever else they may do', async () => {
    expect((await grove.get('/metrics')).status).toBe(401);
    expect((await grove.get('/metrics', { token: null })).status).toBe(401);
    const { status, headers, text } = await grove.get('/metrics', { token: TOKEN });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(text.endsWith('# EOF\n')).toBe(true);
  });

  it('comes as the text that a scraper prefers', async () => {
    const typeFor = async (accept: string) => {
      const { headers } = await grove.get('/metrics', { token: TOKEN, headers: { accept } });
      return headers.get('content-type')?.split('; charset', 1)[0];
    };
    const openMetrics = 'application/openmetrics-text; version=1.0.0';
    const text = 'text/plain; version=0.0.4';
    // Prometheus prefers OpenMetrics; its older versions and others know the text alone.
    const prometheus = `${openMetrics};q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1`;
    expect(await typeFor(prometheus)).toBe(openMetrics);
    expect(await typeFor('*/*')).toBe(openMetrics);
    expect(await typeFor('text/plain;version=0.0.4')).toBe(text);
    expect(await typeFor('application/openmetrics-text;q=0.2, text/*;q=0.4')).toBe(text);
  });

  it.skipIf(!existsSync(PROMTOOL))('has nothing that promtool finds', async () => {
    await grove.get('/iam/v2beta1/groups');
    const headers = { accept: 'text/plain;version=0.0.4' };
    const { text } = await grove.get('/metrics', { token: TOKEN, headers });
    expect(text).toMatch(/^# TYPE grove_write_turns_total counter\ngrove_write_turns_total \d/m);
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('is on a port of its own as well, which answers nothing else', async () => {
    const ask = async (path: string, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const asked = request({ port, path, headers, host: '127.0.0.1' }).end();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      return [response.statusCode, await text(response)];
    };
    expect(await ask('/metrics')).toEqual([401, '']);
    expect(await ask('/iam/v2beta1/groups', grove.ownerToken)).toEqual([404, '']);
    expect(await ask('/metrics', TOKEN)).toEqual([
      200,
      expect.stringContaining(`grove_build_info{version="${VERSION}"} 1`) as string,
    ]);
  });

  it('counts requests by operation and code over REST, v1 and gRPC', async () => {
    const before = await requests('rest', 'ListGroups', '200');
    await grove.get('/iam/v2beta1/groups?page_size=1');
    const { status } = await grove.get(`/iam/v2beta1/groups/${'0'.repeat(40)}`);
    expect(await requests('rest', 'ListGroups', '200')).toBe(before + 1);
    expect(await requests('rest', 'GetGroup', String(status))).toBe(1);
    await grove.get('/iam/v1/groups');
    expect(await requests('v1', 'ListGroups', '200')).toBe(1);
    const rpc = overGrpc(new URL(grove.url).host, grove.ownerToken, grove.call);
    await rpc.call('GET', '/iam/v2beta1/groups');
    await rpc.call('GET', `/iam/v2beta1/groups/${'0'.repeat(40)}`);
    rpc.close();
    expect(await requests('grpc', 'ListGroups', 'OK')).toBe(1);
    expect(
      await requests('grpc', 'GetGroup', status === 403 ? 'PermissionDenied' : 'NotFound'),
    ).toBe(1);
  });

  it('has no names from callers and no identities', async () => {
    await grove.get('/iam/v2beta1/made-up/path');
    await grove.get('/made-up');
    expect(await scraped()).not.toMatch(/made-up|@|[0-9a-f]{40}/);
  });

  it('counts writes, cache hits and failed sign-ins', async () => {
    const turns = await sample('grove_write_turns_total');
    const hits = await sample('grove_access_cache_hits_total');
    await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'payments' });
    expect(await sample('grove_write_turns_total')).toBeGreaterThan(turns);
    expect(await sample('grove_access_cache_hits_total')).toBeGreaterThan(hits);
    const { signInWithPassword } = await import('#lib/auth/sign-in/password-sign-in.ts');
    await signInWithPassword(OWNER_EMAIL, 'wrong', { network: '192.0.2.1', cookies: '' });
    expect(await sample('grove_sign_in_failures_total')).toBe(1);
    expect(await sample('grove_writers_waiting')).toBe(0);
    expect(await scraped()).toContain('\ngrove_sessions 0\n');
  });
});
