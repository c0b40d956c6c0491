import { describe, expect, it } from 'vitest';
import { architectureText, createdTime, parseManifest, platformsOf } from './manifests.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: 1 };
const OCI = 'application/vnd.oci.image.manifest.v1+json';
const INDEX = 'application/vnd.oci.image.index.v1+json';
const LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';

describe('parseManifest', () => {
  it('goes by the type of the answer, then by what the body says, then by what it is', () => {
    const plain = { schemaVersion: 2, config, layers: [] };
    expect(parseManifest(plain, `${OCI}; charset=utf-8`)).toMatchObject({
      kind: 'manifest',
      mediaType: OCI,
    });
    expect(parseManifest({ ...plain, mediaType: OCI }, undefined)).toMatchObject({
      mediaType: OCI,
    });
    expect(parseManifest(plain, 'application/json')).toMatchObject({
      kind: 'manifest',
      mediaType: OCI,
    });
    expect(parseManifest({ manifests: [] }, LIST)).toMatchObject({
      kind: 'index',
      mediaType: LIST,
    });
    expect(parseManifest({ manifests: [] }, undefined)).toMatchObject({
      kind: 'index',
      mediaType: INDEX,
    });
  });

  it.each([
    [null],
    [[]],
    [{ schemaVersion: 1, fsLayers: [] }],
    [{ config, layers: [{ digest, size: -1 }] }],
    [{ config: { ...config, digest: '../../etc/passwd' }, layers: [] }],
    [{ config, layers: [{ digest, size: 2 ** 60 }] }],
  ])('knows nothing else: %#', (json) => expect(parseManifest(json, undefined)).toBeNull());

  it('passes over what only attests to images', () => {
    const of = (architecture: string) => ({ ...config, platform: { architecture } });
    const index = parseManifest({ manifests: [of('amd64'), of('unknown'), config] }, INDEX);
    if (index?.kind !== 'index') throw new Error('is no index');
    expect(platformsOf(index)).toHaveLength(2);
  });
});

describe('architectureText', () => {
  it.each([
    [{ architecture: 'amd64' }, 'amd64'],
    [{ architecture: 'arm', variant: 'v7' }, 'arm/v7'],
    [{ architecture: 'arm64', variant: 'v8' }, 'arm64'],
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
