/**
 * Manifests and indexes, of OCI and of Docker, and what Grove keeps of them.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/manifest.md
 * @see https://distribution.github.io/distribution/spec/manifest-v2-2/
 */
import { z } from 'zod';

const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';
const DOCKER_LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';

/** What is asked for, so that no registry converts it to something older. */
export const MANIFEST_TYPES = [OCI_INDEX, OCI_MANIFEST, DOCKER_LIST, DOCKER_MANIFEST].join(', ');

const CONFIG_TYPES = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
];

const CREATED = 'org.opencontainers.image.created';

export const digestPattern = /^sha256:[0-9a-f]{64}$/;

const size = z.number().int().nonnegative();
const annotations = z.record(z.string(), z.string()).nullish();
const anyDigest = z.string().regex(/^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[a-zA-Z0-9=_-]{1,200}$/);
const platform = z.object({ architecture: z.string(), variant: z.string().nullish() });

export const descriptor = z.object({
  mediaType: z.string().nullish(),
  digest: anyDigest,
  size,
  artifactType: z.string().nullish(),
  platform: platform.nullish(),
});

export type Descriptor = z.infer<typeof descriptor>;

const manifest = z.object({
  mediaType: z.string().nullish(),
  artifactType: z.string().nullish(),
  config: descriptor,
  layers: z.array(descriptor).max(10_000),
  annotations,
});

const index = z.object({
  mediaType: z.string().nullish(),
  manifests: z.array(descriptor).max(10_000),
  annotations,
});

/** The part of an image's configuration that says what it is for. */
export const imageConfig = z.object({
  architecture: z.string().nullish(),
  variant: z.string().nullish(),
  created: z.string().nullish(),
});

export type Manifest =
  | { kind: 'manifest'; mediaType: string; content: z.infer<typeof manifest> }
  | { kind: 'index'; mediaType: string; content: z.infer<typeof index> };

/**
 * @param contentType of the answer; the body's own `mediaType` where that says nothing.
 * @returns null for what is neither, for example a manifest of Docker's first schema.
 */
export function parseManifest(json: unknown, contentType: string | undefined): Manifest | null {
  const stated = z.object({ mediaType: z.string().nullish() }).safeParse(json).data?.mediaType;
  const header = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isGeneric = header === '' || header === 'application/json';
  const asIndex = index.safeParse(json);
  const asManifest = manifest.safeParse(json);
  const mediaType = isGeneric ? stated : header;
  if (asIndex.success && (mediaType === OCI_INDEX || mediaType === DOCKER_LIST || !mediaType)) {
    return { kind: 'index', mediaType: mediaType || OCI_INDEX, content: asIndex.data };
  }
  if (asManifest.success) {
    return { kind: 'manifest', mediaType: mediaType || OCI_MANIFEST, content: asManifest.data };
  }
  return null;
}

/** The configuration that tells an image's architecture; null for what is no image. */
export function configOf({ content }: Extract<Manifest, { kind: 'manifest' }>): Descriptor | null {
  return CONFIG_TYPES.includes(content.config.mediaType ?? '') ? content.config : null;
}

/** Those of an index that are images; what attests to them has no architecture. */
export function platformsOf({ content }: Extract<Manifest, { kind: 'index' }>): Descriptor[] {
  return content.manifests.filter(({ platform }) => platform?.architecture !== 'unknown');
}

/** `amd64`, or with its variant: `arm/v7`. The variant v8 of arm64 is the only one there is. */
export function architectureText(
  platform:
    | { architecture?: string | null | undefined; variant?: string | null | undefined }
    | null
    | undefined,
): string | null {
  const { architecture, variant } = platform ?? {};
  if (!architecture || architecture === 'unknown') return null;
  const isPlain = !variant || (architecture === 'arm64' && variant === 'v8');
  return (isPlain ? architecture : `${architecture}/${variant}`).slice(0, 64);
}

/** What says when it was made, unless that is a stand-in of builds that leave the time out. */
export function createdTime(text: string | null | undefined, now = Date.now()): Date | null {
  const time = Date.parse(text ?? '');
  const isReal = time > Date.UTC(2000, 0, 1) && time <= now;
  return isReal ? new Date(time) : null;
}

export function annotatedTime({ content }: Manifest): Date | null {
  return createdTime(content.annotations?.[CREATED]);
}
