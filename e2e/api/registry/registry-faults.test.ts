// @module-tag http
// @module-tag many-runs
/** A registry that is slow, refuses, breaks or hides something, and syncs that are interrupted. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { config } from '#lib/config.ts';
import { programActor } from '#lib/audit/record.ts';
import { perProcess } from '#lib/per-process.ts';
import { startSyncs, stopSyncs } from '#lib/service/registries/background-syncs.ts';
import { beginSync, carryOut } from '#lib/service/registries/sync-registry.ts';
import { until } from '../../support/until.ts';
import { rowsIn } from '../support/database.ts';
import { transaction } from '#lib/store/store.ts';
import { deleteManifest, pushImage } from '../../support/images.ts';
import { startProxy } from '../../support/faulty-proxy.ts';
import type { FaultyProxy } from '../../support/faulty-proxy.ts';
import { PASSWORD, USERNAME } from '../../support/registry.ts';
import { randomly } from '../../support/random.ts';
import { grove, registry, withRegistry as it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { newGroup } from '../support/people.ts';
import { failure, ok } from '../support/answers.ts';
import { audits, newSource, reposOf, SOURCES, sync, tagsOf } from '../support/registry-sources.ts';

const REPOSITORIES = ['alpha', 'beta', 'gamma', 'omega'];
const TAGS = 5;

let proxy: FaultyProxy;
let group: string;
let source: string;

it.beforeAll(async () => {
  for (const repository of REPOSITORIES) {
    const layer = Buffer.from(repository);
    for (let tag = 0; tag < TAGS; tag += 1) {
      await pushImage(registry, repository, `v${tag}`, { layer, created: at(tag) });
    }
  }
});

beforeEach(async () => {
  proxy = await startProxy(registry.port);
  group = await newGroup(grove, grove.rootUid);
  source = await newSource(grove, group, {
    url: proxy.url,
    username: USERNAME,
    password: PASSWORD,
  });
});

afterEach(async () => {
  await stopSyncs();
  // Syncs start again, as in a process that has just started.
  perProcess('syncs').take();
  await proxy.close();
});

const at = (tag: number) => new Date(Date.UTC(2024, 0, 1, tag)).toISOString();

/** All stored rows, without fields that differ between runs. */
async function contents(of = group): Promise<Json[]> {
  const rows: Json[] = [];
  for (const repo of await reposOf(grove, of)) {
    for (const tag of await tagsOf(grove, repo)) {
      const { name, digest, deprecated, sizeBytes, architectures, createTime } = tag;
      rows.push({
        repo: repo['name'],
        name,
        digest,
        deprecated,
        sizeBytes,
        architectures,
        createTime,
      });
    }
  }
  return rows;
}

const isAbout = (repository: string, path: string | undefined) =>
  path?.startsWith(`/v2/${repository}/`) === true;

describe('a registry', () => {
  it('may return its catalog in pages', async () => {
    proxy.fault = (message) => {
      message.url = message.url?.replace('_catalog?n=100', '_catalog?n=1');
      return false;
    };
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', repositories: 4, tags: 4 * TAGS });
    const pages = proxy.seen.filter((line) => line.includes('_catalog'));
    // The first request comes twice, because the first response asks for credentials.
    const last = new Set(pages.map((line) => /last=(\w+)/.exec(line)?.[1]));
    expect([...last].slice(0, 4)).toEqual([undefined, 'alpha', 'beta', 'gamma']);
  });

  it('is not followed to another address for its next page', async () => {
    const other = await startProxy(registry.port);
    proxy.fault = ({ url }, response) => {
      if (url?.includes('_catalog') !== true) return false;
      response.setHeader('link', `<${other.url}/v2/_catalog?last=x>; rel="next"`);
      response.end('{"repositories": []}');
      return true;
    };
    expect((await sync(grove, source))['lastSync']).toMatchObject({
      outcome: 'FAILED',
      error: 'the registry names a page that is not its own',
    });
    expect(other.seen).toEqual([]);
    await other.close();
  });

  it('with a referrers list is asked each time', async () => {
    const listed = { artifactType: 'application/spdx+json', size: 42 };
    const descriptor = { mediaType: 'application/vnd.oci.image.manifest.v1+json', ...listed };
    let manifests: Json[] = [];
    proxy.fault = ({ url }, response) => {
      if (url?.includes('/referrers/') !== true) return false;
      response.setHeader('content-type', 'application/vnd.oci.image.index.v1+json');
      response.end(JSON.stringify({ schemaVersion: 2, manifests }));
      return true;
    };
    await sync(grove, source);
    const digest = `sha256:${'e'.repeat(64)}`;
    manifests = [{ ...descriptor, digest }];
    expect((await sync(grove, source))['lastSync']).toMatchObject({ updated: 4 * TAGS });
    const [alpha] = await reposOf(grove, group);
    const [tag] = await tagsOf(grove, alpha);
    const shown = { digest, artifactType: 'application/spdx+json', sizeBytes: '42', tag: '' };
    expect(tag?.['referrers']).toEqual([shown]);
    expect((await sync(grove, source))['lastSync']).toMatchObject({ unchanged: 4 * TAGS });
    expect(proxy.seen.some((line) => line.includes('/manifests/sha256-'))).toBe(false);
  });

  it('that sends Retry-After is asked again at that time', async () => {
    const refused = new Map<string, number>();
    proxy.fault = ({ method, url = '' }, response) => {
      if (!/_catalog|tags\/list|v4$/.test(url) || method === 'HEAD') return false;
      const times = (refused.get(url) ?? 0) + 1;
      refused.set(url, times);
      if (times > 1 || refused.size > 3) return false;
      response.writeHead(refused.size === 2 ? 503 : 429, { 'retry-after': '1' }).end();
      return true;
    };
    const begun = performance.now();
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', created: 4 * TAGS, skipped: 0 });
    // Each pause is a second, shortened for tests.
    const second = 1_000 * config().pace.registryWaits;
    expect(performance.now() - begun).toBeGreaterThanOrEqual(3 * second);
  });

  it('that asks for an hour ends the sync', async () => {
    proxy.fault = (_, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
      return true;
    };
    const { state, lastSync } = await sync(grove, source);
    expect(state).toBe('FAILED');
    expect(lastSync).toMatchObject({
      outcome: 'FAILED',
      error: 'the registry answers /v2/_catalog with status 429, and asks to wait 3600 s',
    });
  });

  it('that fails halfway marks nothing that was not read', async () => {
    await sync(grove, source);
    const before = await contents();
    // Removed from the part that is read before the failure, and from the rest.
    const gone = [await digestOf('alpha', 'v3'), await digestOf('omega', 'v3')] as const;
    await deleteManifest(registry, 'alpha', gone[0]);
    await deleteManifest(registry, 'omega', gone[1]);
    let isBroken = false;
    proxy.fault = ({ url }, response) => {
      isBroken ||= isAbout('gamma', url) && url?.includes('/manifests/') === true;
      if (isBroken) response.destroy();
      return isBroken;
    };
    const failed = await sync(grove, source);
    expect(failed).toMatchObject({ state: 'FAILED', lastSync: { outcome: 'FAILED', gone: 1 } });
    expect(String((failed['lastSync'] as Json)['error'])).toContain('cannot be reached');
    expect(await contents()).toEqual(
      before.map((row) => (row['digest'] === gone[0] ? { ...row, deprecated: true } : row)),
    );
    proxy.fault = () => false;
    expect((await sync(grove, source))['lastSync']).toMatchObject({ gone: 1, created: 0 });
    const log = await audits(grove, group);
    expect(log.map(({ after }) => (after as Json)['outcome'])).toEqual([
      'SUCCEEDED',
      'FAILED',
      'SUCCEEDED',
    ]);
    await pushImage(registry, 'alpha', 'v3', { layer: Buffer.from('alpha'), created: at(3) });
    await pushImage(registry, 'omega', 'v3', { layer: Buffer.from('omega'), created: at(3) });
  });

  it('may refuse one repository and fail with one tag: all others are read', async () => {
    await sync(grove, source);
    const before = await contents();
    await rowsIn('Tag').update({
      where: { name: 'v2' },
      data: { digest: `sha256:${'0'.repeat(64)}` },
    });
    proxy.fault = ({ url }, response) => {
      if (isAbout('beta', url)) response.writeHead(403).end();
      else if (isAbout('gamma', url) && url?.endsWith('/v2')) response.writeHead(500).end();
      else return false;
      return true;
    };
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({
      outcome: 'SUCCEEDED',
      repositories: 3,
      gone: 0,
      skipped: 2,
      problems: [
        {
          name: 'beta',
          repository: 'beta',
          reason: 'the registry refuses /v2/beta/tags/list; the password was sent',
        },
        {
          name: 'gamma:v2',
          repository: 'gamma',
          tag: 'v2',
          reason: 'the registry answers /v2/gamma/manifests/v2 with status 500',
        },
      ],
    });
    proxy.fault = () => false;
    expect((await sync(grove, source))['lastSync']).toMatchObject({ skipped: 0, gone: 0 });
    expect(await contents()).toEqual(before);
  });

  it('must send the manifest that its digest names', async () => {
    await sync(grove, source);
    await rowsIn('Tag').update({
      where: { name: 'v2' },
      data: { digest: `sha256:${'0'.repeat(64)}` },
    });
    proxy.fault = ({ method, url }, response) => {
      if (method !== 'GET' || url !== '/v2/gamma/manifests/v2') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"schemaVersion": 2');
      return true;
    };
    const before = await contents();
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({
      outcome: 'SUCCEEDED',
      updated: 3,
      skipped: 1,
      gone: 0,
      problems: [{ name: 'gamma:v2', repository: 'gamma', tag: 'v2' }],
    });
    const isLie = (row: Json) => row['repo'] === 'gamma' && row['name'] === 'v2';
    expect((await contents()).filter(isLie)).toEqual(before.filter(isLie));
  });

  it('whose password is wrong says so', async () => {
    await grove.patch(`${SOURCES}/${source}`, { password: 'wrong' });
    expect(await sync(grove, source)).toMatchObject({
      state: 'FAILED',
      lastSync: { error: 'the registry refuses the user name and password' },
    });
  });
});

async function digestOf(repository: string, tag: string): Promise<string> {
  const answer = await fetch(`${registry.url}/v2/${repository}/manifests/${tag}`, {
    method: 'HEAD',
    headers: {
      authorization: registry.authorization,
      accept: 'application/vnd.oci.image.manifest.v1+json',
    },
  });
  return answer.headers.get('docker-content-digest') ?? '';
}

const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

function startCli(args: readonly string[], input = ''): ChildProcess {
  const child = spawn(process.execPath, [...FLAGS, 'cli/main.ts', 'sync', 'repos', ...args], {
    env: { ...process.env, GROVE_DATA_DIR: grove.dataDir },
  });
  child.stdin?.end(input);
  return child;
}

async function cli(args: readonly string[], input = '') {
  const child = startCli(args, input);
  const closed = once(child, 'close') as Promise<[number]>;
  const streams = [child.stdout, child.stderr] as NodeJS.ReadableStream[];
  const [out = '', err = ''] = await Promise.all(streams.map((stream) => text(stream)));
  return { out, err, code: (await closed)[0] };
}

/** Forwards this number of requests about tags, then none, so that a sync stops in the middle. */
function holdAfter(count: number): Promise<void> {
  const held = Promise.withResolvers<void>();
  let passed = 0;
  proxy.fault = ({ url }) => {
    if (url?.includes('/manifests/')) passed += 1;
    if (passed <= count) return false;
    held.resolve();
    return true;
  };
  return held.promise;
}

describe('a run', () => {
  it('that is killed is resumed by the next one, and reads nothing twice', async () => {
    const held = holdAfter(TAGS * 2 * 2 + 3);
    const child = startCli(['--group', group]);
    await held;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const cut = ok(await grove.get(`${SOURCES}/${source}`));
    expect(cut['progress']).toMatchObject({ repositories: 2, created: 2 * TAGS });
    expect(['RUNNING', 'INTERRUPTED']).toContain(cut['state']);
    const uids = await uidsOf();
    await rowsIn('RegistrySource').update({
      where: { uid: source },
      data: { leaseTime: new Date(0) },
    });
    expect(ok(await grove.get(`${SOURCES}/${source}`))['state']).toBe('INTERRUPTED');

    proxy.fault = () => false;
    proxy.seen.length = 0;
    const { out, err, code } = await cli(['--group', group, '--json']);
    expect([err, code]).toEqual(['', 0]);
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'SUCCEEDED',
      startTime: (cut['progress'] as Json)['startTime'],
      repositories: 4,
      tags: 4 * TAGS,
      created: 4 * TAGS,
    });
    expect(proxy.seen.filter((line) => /\/v2\/(?:alpha|beta)\//.test(line))).toEqual([]);
    const after = await uidsOf();
    expect([...uids].every(([tag, uid]) => after.get(tag) === uid)).toBe(true);
    await sameAsByCommand();
    expect(await audits(grove, group)).toMatchObject([
      { actor: 'command line', after: { outcome: 'SUCCEEDED', created: 4 * TAGS } },
    ]);
  });

  it('in several pieces has the same result as a whole one', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cuts, async (pieces) => {
        group = await newGroup(grove, grove.rootUid);
        const credentials = { username: USERNAME, password: PASSWORD };
        source = await newSource(grove, group, { url: proxy.url, ...credentials });
        for (const piece of pieces) await runPiece(piece);
        proxy.fault = () => false;
        const { lastSync } = await sync(grove, source);
        expect(lastSync).toMatchObject({
          outcome: 'SUCCEEDED',
          repositories: 4,
          gone: 0,
          skipped: 0,
        });
        await sameAsWhole();
      }),
      randomly(1),
    );
  });

  it('runs once at a time, and ends when the registry changes', async () => {
    const held = holdAfter(TAGS);
    expect(ok(await grove.post(`${SOURCES}:sync`, { uid: source }))['state']).toBe('RUNNING');
    await held;
    const again = await grove.post(`${SOURCES}:sync`, { uid: source });
    const { details } = failure(again, 'FAILED_PRECONDITION') as { details: Json[] };
    expect(JSON.stringify(details)).toContain('SYNC_RUNNING');
    const { err, code } = await cli(['--group', group]);
    expect(code).toBe(1);
    expect(err).toContain('is being read already');
    const moved = { url: registry.url, password: PASSWORD };
    expect(ok(await grove.patch(`${SOURCES}/${source}`, moved))).toMatchObject({ state: 'IDLE' });
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', repositories: 4 });
    await sameAsWhole();
  });

  it('resumes when the server starts again', async () => {
    const held = holdAfter(3 * TAGS);
    ok(await grove.post(`${SOURCES}:sync`, { uid: source }));
    await held;
    await stopSyncs();
    const cut = ok(await grove.get(`${SOURCES}/${source}`));
    expect(cut['state']).toBe('INTERRUPTED');
    proxy.fault = () => false;
    startSyncs();
    const done = await until(async () => {
      const now = ok(await grove.get(`${SOURCES}/${source}`));
      expect(now['state']).toBe('IDLE');
      return now;
    });
    expect(done['lastSync']).toMatchObject({
      startTime: (cut['progress'] as Json)['startTime'],
      created: 4 * TAGS,
    });
    expect(await audits(grove, group)).toMatchObject([{ actor: grove.ownerUid }]);
  });

  it('that begins while the server stops is interrupted at once', async () => {
    void holdAfter(0);
    const gate = Promise.withResolvers<void>();
    const writer = transaction(() => gate.promise);
    const asked = grove.post(`${SOURCES}:sync`, { uid: source });
    // Long enough for the request to wait for the writer.
    await wait(500);
    const stopped = stopSyncs();
    gate.resolve();
    await Promise.all([writer, asked, stopped]);
    expect(ok(await grove.get(`${SOURCES}/${source}`))['state']).toBe('INTERRUPTED');
    failure(await grove.post(`${SOURCES}:sync`, { uid: source }), 'UNAVAILABLE');
  });

  it('starts on schedule if there is an interval', async () => {
    startSyncs();
    const { nextSyncTime } = ok(await grove.patch(`${SOURCES}/${source}`, { interval: '3600s' }));
    expect(Date.parse(String(nextSyncTime))).toBeLessThanOrEqual(Date.now());
    const done = await until(async () => {
      const now = ok(await grove.get(`${SOURCES}/${source}`));
      expect(now['lastSync']).toBeTruthy();
      return now;
    });
    expect(done).toMatchObject({ interval: '3600s', lastSync: { created: 4 * TAGS } });
    const next = Date.parse(String(done['nextSyncTime'])) - Date.now();
    expect(next).toBeGreaterThan(3_500_000);
    expect(await audits(grove, group)).toMatchObject([{ actor: 'schedule' }]);
  });
});

/** Runs the sync for this many requests, or to its end if that comes first. */
async function runPiece(requests: number): Promise<void> {
  const stop = new AbortController();
  let left = requests;
  proxy.fault = () => {
    left -= 1;
    if (left === 0) stop.abort(new Error('cut off'));
    return left <= 0;
  };
  const actor = programActor('test');
  const work = carryOut(await beginSync(source, actor), stop.signal);
  await work.catch((error: Error) => expect(error.message).toBe('cut off'));
}

async function uidsOf(): Promise<Map<string, unknown>> {
  const uids = new Map<string, unknown>();
  for (const repo of await reposOf(grove, group)) {
    for (const tag of await tagsOf(grove, repo))
      uids.set(`${repo['name']}:${tag['name']}`, tag['uid']);
  }
  return uids;
}

/** Checks that an interrupted sync gives the same result as a whole one in another group. */
async function sameAsWhole(): Promise<void> {
  const other = await newGroup(grove, grove.rootUid);
  const credentials = { username: USERNAME, password: PASSWORD };
  await sync(grove, await newSource(grove, other, { url: registry.url, ...credentials }));
  expect(await contents()).toEqual(await contents(other));
}

/** Like {@link sameAsWhole}, with the whole sync by the command line. */
async function sameAsByCommand(): Promise<void> {
  const other = await newGroup(grove, grove.rootUid);
  const credentials = ['--username', USERNAME, '--password-stdin'];
  const { code } = await cli([registry.url, '--group', other, ...credentials], `${PASSWORD}\n`);
  expect(code).toBe(0);
  expect(await contents()).toEqual(await contents(other));
}
