// @module-tag http
/** A registry with contents that cannot be read, for each reason that occurs in registries. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished } from 'vitest';
import { config } from '#lib/config.ts';
import { pushImage, pushIndex, pushManifest } from '../../support/images.ts';
import { startProxy } from '../../support/faulty-proxy.ts';
import type { Fault, FaultyProxy } from '../../support/faulty-proxy.ts';
import { startSpecRegistry } from '../../support/spec-registry.ts';
import type { SpecRegistry } from '../../support/spec-registry.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';
import { CHEAP } from '../support/pace.ts';
import { newSource, reposOf, SOURCES, sync, tagsOf } from '../support/registry-sources.ts';

const OCI = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const OTHER = `sha256:${'0'.repeat(64)}`;
const NOT_AN_IMAGE = JSON.stringify({ schemaVersion: 2, mediaType: OCI });

const answer = (response: ServerResponse, type: string, body: string) =>
  void response.writeHead(200, { 'content-type': type }).end(body);

const missing = (response: ServerResponse) =>
  void response.writeHead(404).end('{"errors": [{"code": "MANIFEST_UNKNOWN"}]}');

/** The responses for the manifests of tags by name, and the reasons in the report. */
const FAULTS: Readonly<Record<string, [(response: ServerResponse) => void, RegExp]>> = {
  '404': [(r) => missing(r), /is listed, but the registry does not have it/],
  'not-a-registry': [
    (r) => void r.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not found'),
    /with status 404/,
  ],
  '500': [(r) => void r.writeHead(500).end(), /with status 500/],
  '503': [(r) => void r.writeHead(503).end(), /with status 503/],
  digest: [
    (r) => {
      r.setHeader('docker-content-digest', OTHER);
      answer(r, OCI, NOT_AN_IMAGE);
    },
    /differs from its Docker-Content-Digest/,
  ],
  hang: [() => {}, /cannot be reached/],
  html: [(r) => answer(r, 'text/html', '<!doctype html>'), /something else than a manifest/],
  'html-as-manifest': [(r) => answer(r, OCI, '<!doctype html>'), /something else than a manifest/],
  'no-image': [(r) => answer(r, OCI, NOT_AN_IMAGE), /does not keep to/],
  refused: [(r) => void r.writeHead(403).end(), /refuses/],
  reset: [(r) => r.destroy(), /cannot be reached/],
  truncated: [
    (r) => {
      r.writeHead(200, { 'content-type': OCI, 'content-length': 5_000 });
      r.write('{"schemaVersion": 2,', () => r.destroy());
    },
    /cannot be reached/,
  ],
  type: [(r) => answer(r, INDEX, NOT_AN_IMAGE), /as application\/vnd.oci.image.index/],
};

let registry: SpecRegistry;
let proxy: FaultyProxy;
let group: string;
let source: string;

it.beforeAll(async () => {
  registry = await startSpecRegistry();
  for (const repository of ['alpha', 'omega']) {
    for (const tag of ['1', '2']) await pushImage(registry, repository, tag);
  }
  for (const tag of [...Object.keys(FAULTS), 'good']) await pushImage(registry, 'faulty', tag);
});

afterAll(() => registry.close());

beforeEach(async () => {
  proxy = await startProxy(registry.port);
  group = await newGroup(grove, grove.rootUid);
  source = await newSource(grove, group, { url: proxy.url });
});

afterEach(() => proxy.close());

/** Handles requests about the repository below this kind of path. */
const below =
  (path: string, fault: (response: ServerResponse, rest: string) => void): Fault =>
  ({ url = '' }, response) => {
    if (!url.startsWith(path)) return false;
    fault(response, url.slice(path.length));
    return true;
  };

/** The names of the stored tags, by repository. */
async function stored(): Promise<Record<string, unknown[]>> {
  const names: Record<string, unknown[]> = {};
  for (const repo of await reposOf(grove, group)) {
    names[String(repo['name'])] = (await tagsOf(grove, repo)).map(({ name }) => name);
  }
  return names;
}

const CLEAN = { alpha: ['1', '2'], omega: ['1', '2'] };
const COUNT = Object.keys(FAULTS).length;

describe('a tag', () => {
  it('that cannot be read is skipped alone, and is reported', async () => {
    proxy.fault = ({ url = '' }, response) => {
      const tag = url.split('/v2/faulty/manifests/')[1] ?? '';
      FAULTS[tag]?.[0](response);
      return FAULTS[tag] !== undefined;
    };
    Object.assign(config().pace, { registryTimeoutMs: 3_000 });
    const { state, lastSync } = await sync(grove, source);
    Object.assign(config().pace, CHEAP);
    expect(state).toBe('IDLE');
    expect(lastSync).toMatchObject({
      outcome: 'SUCCEEDED',
      error: '',
      repositories: 3,
      created: 5,
      skipped: COUNT,
    });
    const problems = (lastSync as { problems: Json[] }).problems;
    expect(problems.map(({ tag }) => tag).toSorted()).toEqual(Object.keys(FAULTS).toSorted());
    for (const { name, repository, tag, reason } of problems) {
      expect([name, repository]).toEqual([`faulty:${String(tag)}`, 'faulty']);
      expect(reason, String(tag)).toMatch(FAULTS[String(tag)]?.[1] ?? /^$/);
    }
    expect(await stored()).toEqual({ ...CLEAN, faulty: ['good'] });
  });

  it('that cannot be read any more keeps its earlier state', async () => {
    await sync(grove, source);
    const [, faulty] = await reposOf(grove, group);
    const before = await tagsOf(grove, faulty);
    proxy.fault = below('/v2/faulty/manifests/', (response) =>
      answer(response, 'text/html', '<p>'),
    );
    expect((await sync(grove, source))['lastSync']).toMatchObject({
      outcome: 'SUCCEEDED',
      gone: 0,
      updated: 0,
      skipped: COUNT + 1,
    });
    expect(await tagsOf(grove, faulty)).toEqual(before);
  });
});

describe('nothing is marked as gone', () => {
  /** Syncs twice, the second time with the fault. @returns the second result. */
  async function syncedAgain(fault: Fault): Promise<Json> {
    await sync(grove, source);
    const before = await Promise.all((await reposOf(grove, group)).map((r) => tagsOf(grove, r)));
    proxy.fault = fault;
    const { lastSync } = await sync(grove, source);
    const after = await Promise.all((await reposOf(grove, group)).map((r) => tagsOf(grove, r)));
    expect(after).toEqual(before);
    expect(lastSync).toMatchObject({ gone: 0, updated: 0 });
    return lastSync as Json;
  }

  it('where HEAD returns 404 and GET the manifest', async () => {
    const done = await syncedAgain(({ url = '', method }, response) => {
      if (method !== 'HEAD' || !url.includes('/manifests/')) return false;
      response.writeHead(404).end();
      return true;
    });
    expect(done).toMatchObject({ skipped: 0 });
  });

  it('where the registry lists a tag and has no manifest', async () => {
    const done = await syncedAgain(({ url = '' }, response) => {
      if (!url.endsWith('/manifests/good')) return false;
      missing(response);
      return true;
    });
    expect(done).toMatchObject({ skipped: 1 });
  });

  it.each<[string, number, string, Record<string, string>]>([
    ['a 404 of something else', 404, '<p>Not found', {}],
    ['an empty object', 200, '{}', {}],
    ['errors with status 200', 200, '{"errors": []}', {}],
    ['a next page in single quotes', 200, '{"tags": ["1"]}', { link: "</next>; rel='next'" }],
    ['a link without a relation', 200, '{"tags": ["1"]}', { link: '</next>' }],
  ])('where the tags of a repository are %s', async (_, status, body, headers) => {
    const done = await syncedAgain(
      below('/v2/alpha/tags/', (response) => void response.writeHead(status, headers).end(body)),
    );
    expect(done).toMatchObject({ skipped: 1 });
  });
});

describe('a repository', () => {
  it('that the registry says it no longer has loses its tags', async () => {
    await sync(grove, source);
    proxy.fault = below('/v2/alpha/tags/', (response) =>
      response.writeHead(404).end('{"errors": [{"code": "NAME_UNKNOWN"}]}'),
    );
    expect((await sync(grove, source))['lastSync']).toMatchObject({ gone: 2, skipped: 0 });
  });

  it('whose every tag is refused is counted and reported', async () => {
    proxy.fault = below('/v2/faulty/manifests/', (response) => response.writeHead(403).end());
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', created: 4, skipped: COUNT + 1 });
    expect((lastSync as { problems: Json[] }).problems).toContainEqual({
      name: 'faulty:good',
      repository: 'faulty',
      tag: 'good',
      reason: 'the registry refuses /v2/faulty/manifests/good; no password was sent',
    });
    expect(await stored()).toEqual(CLEAN);
  });

  it('with blobs at an address that Grove refuses is counted and reported', async () => {
    proxy.fault = below('/v2/faulty/blobs/', (response) =>
      response.writeHead(307, { location: 'https://10.20.30.40/blob' }).end(),
    );
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', created: 4, skipped: COUNT + 1 });
    const { problems } = lastSync as { problems: Json[] };
    expect(problems).toHaveLength(COUNT + 1);
    for (const { reason } of problems)
      expect(reason).toMatch(
        /is a private address that GROVE_ALLOW_PRIVATE_REGISTRIES does not allow$/,
      );
    expect(await stored()).toEqual(CLEAN);
  });

  it('that fails completely ends no sync while the registry responds', async () => {
    proxy.fault = below('/v2/faulty/manifests/', (response) => response.writeHead(500).end());
    const { lastSync } = await sync(grove, source);
    expect(lastSync).toMatchObject({ outcome: 'SUCCEEDED', created: 4, skipped: COUNT + 1 });
    expect(await stored()).toEqual(CLEAN);
  });
});

describe('a registry', () => {
  it('that returns nothing for several repositories in a row ends the sync', async () => {
    proxy.fault = ({ url = '' }, response) => {
      const isManifest = url.includes('/manifests/');
      if (isManifest) response.writeHead(500).end();
      return isManifest;
    };
    expect(await sync(grove, source)).toMatchObject({
      state: 'FAILED',
      lastSync: { outcome: 'FAILED', skipped: COUNT + 1 + 4, created: 0 },
    });
  });

  it('that sends null for an empty list has an empty list', async () => {
    const send: Fault = ({ url = '' }, response) => {
      if (url.startsWith('/v2/faulty/tags/')) answer(response, 'application/json', '{"tags":null}');
      else if (!url.includes('/referrers/')) return false;
      else answer(response, INDEX, '{"schemaVersion":2,"manifests":null}');
      return true;
    };
    proxy.fault = send;
    expect(await sync(grove, source)).toMatchObject({ lastSync: { created: 4, skipped: 0 } });
    expect(proxy.seen.filter((asked) => asked.includes('/manifests/sha256-'))).toEqual([]);
    proxy.fault = below('/v2/_catalog', (response) =>
      answer(response, 'application/json', '{"repositories":null}'),
    );
    expect(await sync(grove, source)).toMatchObject({ lastSync: { gone: 4, skipped: 0 } });
  });

  it('that does not respond ends the sync', async () => {
    let isDown = false;
    proxy.fault = ({ url = '' }, response) => {
      isDown ||= url.startsWith('/v2/faulty/manifests/');
      if (isDown) response.writeHead(503).end();
      return isDown;
    };
    const { state, lastSync } = await sync(grove, source);
    expect(state).toBe('FAILED');
    expect(lastSync).toMatchObject({
      error: 'the registry answers /v2/ with status 503',
      created: 2,
    });
  });
});

describe('an index', () => {
  it('within an index adds its architectures and its size, and keeps each variant', async () => {
    const own = await startSpecRegistry();
    onTestFinished(() => own.close());
    const images = [
      await pushImage(own, 'nested', null, { architecture: 'arm64', variant: 'v8' }),
      await pushImage(own, 'nested', null, { architecture: 'amd64' }),
      await pushImage(own, 'nested', null, { architecture: 'arm', variant: 'v7' }),
    ] as const;
    const inner = await pushIndex(own, 'nested', 'inner', [
      { image: images[0], architecture: 'arm64', variant: 'v8' },
      { image: images[1], architecture: 'amd64' },
    ]);
    const descriptor = ({ digest, size, mediaType }: typeof inner) => ({ digest, size, mediaType });
    await pushManifest(own, 'nested', 'outer', {
      schemaVersion: 2,
      mediaType: INDEX,
      manifests: [
        descriptor(inner),
        descriptor(images[2]),
        // The index names it, but neither Grove nor the registry knows it.
        { mediaType: 'application/vnd.example.thing', digest: OTHER, size: 9 },
        { mediaType: OCI, digest: OTHER, size: 9, platform: { architecture: 's390x' } },
      ],
    } as { mediaType: string });
    ok(await grove.patch(`${SOURCES}/${source}`, { url: own.url }));
    await sync(grove, source);
    const [nested] = await reposOf(grove, group);
    const size = (...of: readonly { contentSize: number }[]) =>
      String(of.reduce((sum, { contentSize }) => sum + contentSize, 0));
    expect(await tagsOf(grove, nested)).toMatchObject([
      {
        name: 'inner',
        architectures: ['arm64/v8', 'amd64'],
        sizeBytes: size(images[0], images[1]),
      },
      {
        name: 'outer',
        architectures: ['arm64/v8', 'amd64', 'arm/v7', 's390x'],
        sizeBytes: size(...images),
      },
    ]);
  });
});
