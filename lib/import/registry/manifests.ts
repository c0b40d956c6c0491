/**
 * Manifests and indexes of OCI and Docker, and the fields of them that Grove uses.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/manifest.md
 * @see https://distribution.github.io/distribution/spec/manifest-v2-2/
 */
import { z } from 'zod';
import { RegistryError } from './errors.ts';
import { isDigest } from './names.ts';

const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';
const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';
const DOCKER_LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';

/** Listed in `Accept`, so that no registry converts the manifest to an older format. */
export const MANIFEST_TYPES = [OCI_INDEX, OCI_MANIFEST, DOCKER_LIST, DOCKER_MANIFEST].join(', ');

const CONFIG_TYPES = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
];

const CREATED = 'org.opencontainers.image.created';

export const digestPattern = /^sha256:[0-9a-f]{64}$/;

const size = z.number().int().nonnegative();
const annotations = z.record(z.string(), z.string()).nullish();
const anyDigest = z.string().refine(isDigest);
const platform = z.object({ architecture: z.string(), variant: z.string().nullish() });

export const descriptor = z.object({
  mediaType: z.string().nullish(),
  digest: anyDigest,
  size,
  artifactType: z.string().nullish(),
  platform: platform.nullish(),
});

/** Registries that are written in Go send null for an empty list. */
export const listOf = <Item extends z.ZodType>(item: Item, most = Infinity) =>
  z
    .array(item)
    .max(most)
    .nullable()
    .transform((items) => items ?? []);

export type Descriptor = z.infer<typeof descriptor>;

/** Layers of an image, or images of an index. */
const MOST = 10_000;

const manifest = z.object({
  schemaVersion: z.literal(2),
  artifactType: z.string().nullish(),
  config: descriptor,
  layers: listOf(descriptor, MOST),
  annotations,
});

const index = z.object({
  schemaVersion: z.literal(2),
  manifests: listOf(descriptor, MOST),
  annotations,
});

/** The platform and creation time in an image's configuration. */
export const imageConfig = z.object({
  architecture: z.string().nullish(),
  variant: z.string().nullish(),
  created: z.string().nullish(),
});

export type Manifest =
  | { kind: 'manifest'; mediaType: string; content: z.infer<typeof manifest> }
  | { kind: 'index'; mediaType: string; content: z.infer<typeof index> };

const KINDS: Readonly<Record<string, Manifest['kind']>> = {
  [OCI_MANIFEST]: 'manifest',
  [DOCKER_MANIFEST]: 'manifest',
  [OCI_INDEX]: 'index',
  [DOCKER_LIST]: 'index',
};

/** Fields that only the other kind of manifest has. A document with both is ambiguous. */
const shape = z.object({
  mediaType: z.string().nullish(),
  layers: z.unknown().optional(),
  manifests: z.unknown().optional(),
});

/**
 * @param contentType of the response. If it is absent or only says JSON, the body decides.
 * @throws RegistryError INVALID for anything but a manifest or an index with the media type of the
 *   response.
 */
export function readManifest(json: unknown, contentType: string | undefined): Manifest {
  const header = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const body = shape.safeParse(json).data;
  if (body === undefined) throw notOne(`something else than a manifest (${header || 'no type'})`);
  const isGeneric = header === '' || header === 'application/json';
  const mediaType = isGeneric ? (body.mediaType ?? '') : header;
  const kind = KINDS[mediaType];
  if (kind === undefined) {
    throw notOne(`a manifest of the media type ${(mediaType || header || 'none').slice(0, 100)}`);
  }
  if (body.mediaType && body.mediaType !== mediaType) {
    const inside = body.mediaType.slice(0, 100);
    throw notOne(`a manifest of the media type ${inside} as ${mediaType}`);
  }
  if (body[kind === 'index' ? 'layers' : 'manifests'] !== undefined) {
    throw notOne('a manifest that can be taken for an index as well');
  }
  if (kind === 'index') {
    const content = index.safeParse(json).data;
    if (content !== undefined) return { kind, mediaType, content };
  } else {
    const content = manifest.safeParse(json).data;
    if (content !== undefined) return { kind, mediaType, content };
  }
  throw notOne(`a manifest that does not keep to ${mediaType}`);
}

const notOne = (what: string) => new RegistryError('INVALID', `the registry answers with ${what}`);

/**
 * True if a descriptor may point to a manifest or an index. Other entries of an index are skipped.
 */
export function isManifest({ mediaType }: Descriptor): boolean {
  return !mediaType || KINDS[mediaType] !== undefined;
}

/** The configuration that has an image's architecture; null for anything but an image. */
export function configOf({ content }: Extract<Manifest, { kind: 'manifest' }>): Descriptor | null {
  return CONFIG_TYPES.includes(content.config.mediaType ?? '') ? content.config : null;
}

/** The entries of an index that are images. Attestations have no architecture. */
export function platformsOf({ content }: Extract<Manifest, { kind: 'index' }>): Descriptor[] {
  return content.manifests.filter(({ platform }) => platform?.architecture !== 'unknown');
}

/** `amd64`, or with its variant: `arm/v7`, `arm64/v8`. */
export function architectureText(
  platform: Pick<z.infer<typeof imageConfig>, 'architecture' | 'variant'> | null | undefined,
): string | null {
  const { architecture, variant } = platform ?? {};
  if (!architecture || architecture === 'unknown') return null;
  return (variant ? `${architecture}/${variant}` : architecture).slice(0, 64);
}

/** The creation time, unless it is the placeholder of reproducible builds. */
export function createdTime(text: string | null | undefined, now = Date.now()): Date | null {
  const time = Date.parse(text ?? '');
  const isReal = time > Date.UTC(2000, 0, 1) && time <= now;
  return isReal ? new Date(time) : null;
}

/** The build time in the annotations of an index; null if there is none, or if it is not real. */
export function annotatedTime({ content }: Manifest): Date | null {
  return createdTime(content.annotations?.[CREATED]);
}
