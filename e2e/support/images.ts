/** Images built by the test, and pushed over plain HTTP. */
import { createHash, randomBytes } from 'node:crypto';

const OCI = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
};
const DOCKER = {
  manifest: 'application/vnd.docker.distribution.manifest.v2+json',
  index: 'application/vnd.docker.distribution.manifest.list.v2+json',
  config: 'application/vnd.docker.container.image.v1+json',
  layer: 'application/vnd.docker.image.rootfs.diff.tar',
};
const TYPES = { oci: OCI, docker: DOCKER };

export interface Target {
  url: string;
  /** The account that may push; absent if everybody may. */
  authorization?: string;
}

export interface ImageOptions {
  kind?: keyof typeof TYPES;
  architecture?: string;
  variant?: string;
  created?: string;
  /** The bytes of its only layer. */
  layer?: Uint8Array;
  annotations?: Record<string, string>;
}

export interface Pushed {
  digest: string;
  /** Of the manifest. */
  size: number;
  mediaType: string;
  /** Of configuration and layers. */
  contentSize: number;
}

export const digestOf = (bytes: Uint8Array) =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const headersOf = ({ authorization }: Target) => ({
  ...(authorization !== undefined && { authorization }),
});

async function pushBlob(target: Target, repository: string, bytes: Uint8Array): Promise<string> {
  const digest = digestOf(bytes);
  const headers = headersOf(target);
  const begun = await fetch(`${target.url}/v2/${repository}/blobs/uploads/`, {
    method: 'POST',
    headers,
  });
  const location = new URL(begun.headers.get('location') ?? '', target.url);
  location.searchParams.set('digest', digest);
  const done = await fetch(location, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (done.status !== 201) throw new Error(`blob: ${done.status} ${await done.text()}`);
  return digest;
}

/** @param reference a tag, or null to push by digest only. */
export async function pushManifest(
  target: Target,
  repository: string,
  reference: string | null,
  content: { mediaType: string },
): Promise<Pushed> {
  const bytes = Buffer.from(JSON.stringify(content));
  const digest = digestOf(bytes);
  const answer = await fetch(`${target.url}/v2/${repository}/manifests/${reference ?? digest}`, {
    method: 'PUT',
    headers: { ...headersOf(target), 'content-type': content.mediaType },
    body: bytes,
  });
  if (answer.status !== 201) throw new Error(`manifest: ${answer.status} ${await answer.text()}`);
  return { digest, size: bytes.byteLength, mediaType: content.mediaType, contentSize: 0 };
}

/** Pushes an image for one platform. */
export async function pushImage(
  target: Target,
  repository: string,
  tag: string | null,
  options: ImageOptions = {},
): Promise<Pushed> {
  const { kind = 'oci', architecture = 'amd64', variant, created, annotations } = options;
  const types = TYPES[kind];
  const layer = options.layer ?? randomBytes(64);
  const config = Buffer.from(
    JSON.stringify({
      architecture,
      ...(variant && { variant }),
      os: 'linux',
      ...(created && { created }),
      rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    }),
  );
  const [configDigest, layerDigest] = [
    await pushBlob(target, repository, config),
    await pushBlob(target, repository, layer),
  ];
  const pushed = await pushManifest(target, repository, tag, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: types.config, digest: configDigest, size: config.byteLength },
    layers: [{ mediaType: types.layer, digest: layerDigest, size: layer.byteLength }],
    ...(annotations && { annotations }),
  } as { mediaType: string });
  return { ...pushed, contentSize: config.byteLength + layer.byteLength };
}

export interface Platform {
  image: Pushed;
  architecture: string;
  variant?: string;
}

export function pushIndex(
  target: Target,
  repository: string,
  tag: string,
  platforms: readonly Platform[],
  kind: keyof typeof TYPES = 'oci',
): Promise<Pushed> {
  return pushManifest(target, repository, tag, {
    schemaVersion: 2,
    mediaType: TYPES[kind].index,
    manifests: platforms.map(({ image, architecture, variant }) => ({
      mediaType: image.mediaType,
      digest: image.digest,
      size: image.size,
      platform: { architecture, os: 'linux', ...(variant && { variant }) },
    })),
  } as { mediaType: string });
}

export async function deleteManifest(
  target: Target,
  repository: string,
  digest: string,
): Promise<void> {
  const answer = await fetch(`${target.url}/v2/${repository}/manifests/${digest}`, {
    method: 'DELETE',
    headers: headersOf(target),
  });
  if (answer.status !== 202) throw new Error(`delete: ${answer.status} ${await answer.text()}`);
}
