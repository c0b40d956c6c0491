import { describe, expect, it } from 'vitest';
import { architectureText, createdTime, readManifest, platformsOf } from './manifests.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: 1 };
const OCI = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';

const plain = { schemaVersion: 2, config, layers: [] };
const index = { schemaVersion: 2, manifests: [] };

describe('readManifest', () => {
  it('goes by the type of the answer, or by what the body says where that is no more than JSON', () => {
    expect(readManifest(plain, `${OCI}; charset=utf-8`)).toMatchObject({
      kind: 'manifest',
      mediaType: OCI,
    });
    expect(readManifest({ ...plain, mediaType: OCI }, undefined)).toMatchObject({ mediaType: OCI });
    expect(readManifest({ ...index, mediaType: LIST }, 'application/json')).toMatchObject({
      kind: 'index',
      mediaType: LIST,
    });
    expect(readManifest(index, LIST)).toMatchObject({ kind: 'index', mediaType: LIST });
  });

  it('takes null for an empty list', () => {
    expect(readManifest({ ...plain, layers: null }, OCI)).toMatchObject({
      content: { layers: [] },
    });
    const list = readManifest({ ...index, manifests: null }, INDEX);
    expect(list).toMatchObject({ content: { manifests: [] } });
  });

  it.each<[string, unknown, string | undefined, RegExp]>([
    ['no JSON', undefined, OCI, /something else than a manifest/],
    ['a page', undefined, 'text/html', /something else than a manifest \(text\/html\)/],
    ['null', null, OCI, /something else than a manifest/],
    ['a list', [], OCI, /something else than a manifest/],
    ['JSON of no type', plain, 'application/json', /media type application\/json/],
    ['another type', plain, 'application/octet-stream', /media type application\/octet-stream/],
    ['an index as a manifest', index, OCI, /can be taken for an index/],
    ['a manifest as an index', plain, INDEX, /can be taken for an index/],
    ['a body that says otherwise', { ...index, mediaType: LIST }, INDEX, /list.v2\+json as /],
    ['both at once', { ...plain, manifests: [] }, OCI, /can be taken for an index/],
    ["Docker's first schema", { schemaVersion: 1, fsLayers: [] }, OCI, /does not keep to/],
    ['a negative size', { ...plain, layers: [{ digest, size: -1 }] }, OCI, /does not keep to/],
    ['a huge size', { ...plain, layers: [{ digest, size: 2 ** 60 }] }, OCI, /does not keep to/],
    ['a path', { ...plain, config: { ...config, digest: '../x' } }, OCI, /does not keep to/],
  ])('refuses %s', (_, json, contentType, message) => {
    expect(() => readManifest(json, contentType)).toThrow(message);
  });

  it('passes over what only attests to images', () => {
    const of = (architecture: string) => ({ ...config, platform: { architecture } });
    const list = readManifest(
      { schemaVersion: 2, manifests: [of('amd64'), of('unknown'), config] },
      INDEX,
    );
    if (list.kind !== 'index') throw new Error('is no index');
    expect(platformsOf(list)).toHaveLength(2);
  });
});

describe('architectureText', () => {
  it.each([
    [{ architecture: 'amd64' }, 'amd64'],
    [{ architecture: 'arm', variant: 'v7' }, 'arm/v7'],
    [{ architecture: 'arm64', variant: 'v8' }, 'arm64/v8'],
    [{ architecture: 'arm64' }, 'arm64'],
    [{ architecture: 'amd64', variant: 'v3' }, 'amd64/v3'],
    [{ architecture: '' }, null],
    [{ architecture: 'unknown' }, null],
    [null, null],
  ])('%j', (platform, text) => expect(architectureText(platform)).toBe(text));
});

describe('createdTime', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    ['2024-02-03T04:05:06.789123456Z', '2024-02-03T04:05:06.789Z'],
    ['2024-02-03T04:05:06+02:00', '2024-02-03T02:05:06.000Z'],
    ['1970-01-01T00:00:00Z', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['2031-01-01T00:00:00Z', undefined],
    ['yesterday', undefined],
    [null, undefined],
  ])('%j', (text, time) => expect(createdTime(text, now)?.toISOString()).toBe(time));
});
