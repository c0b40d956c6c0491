/** The properties of an image that Grove stores, read from its manifest or from a whole index. */
import type { RegistryClient } from './client.ts';
import { RegistryError } from './errors.ts';
import {
  annotatedTime,
  architectureText,
  configOf,
  createdTime,
  imageConfig,
  isManifest,
  platformsOf,
} from './manifests.ts';
import type { Descriptor, Manifest } from './manifests.ts';

/** The maximum number of manifests in an index, including nested indexes and their manifests. */
const MAX_PLATFORMS = 64;

export interface Image {
  digest: string;
  mediaType: string;
  /** Of all its distinct blobs, including configurations. */
  sizeBytes: number;
  architectures: string[];
  created: Date | null;
}

/**
 * @param reference a tag or a digest.
 * @returns null if it is gone.
 * @throws RegistryError if it cannot be read.
 */
export async function readImage(
  client: RegistryClient,
  repository: string,
  reference: string,
): Promise<Image | null> {
  const fetched = await client.manifest(repository, reference);
  if (fetched === null) return null;
  const { digest, manifest } = fetched;
  const source: Source = { client, repository, left: MAX_PLATFORMS };
  const facts =
    manifest.kind === 'manifest'
      ? await ofManifest(source, manifest)
      : await ofIndex(source, manifest);
  return {
    digest,
    mediaType: manifest.mediaType,
    sizeBytes: sumOf(facts.blobs),
    architectures: [...new Set(facts.architectures)],
    created: annotatedTime(manifest) ?? facts.created,
  };
}

/** Where the parts of an image are, and how many more of them may be read. */
interface Source {
  client: RegistryClient;
  repository: string;
  left: number;
}

interface Facts {
  blobs: Descriptor[];
  architectures: string[];
  created: Date | null;
}

type Plain = Extract<Manifest, { kind: 'manifest' }>;

async function ofManifest({ client, repository }: Source, manifest: Plain): Promise<Facts> {
  const { config, layers } = manifest.content;
  const blobs = [config, ...layers];
  const described = configOf(manifest);
  if (described === null) return { blobs, architectures: [], created: null };
  const parsed = imageConfig.safeParse(await client.blob(repository, described.digest)).data;
  const architecture = architectureText(parsed);
  return {
    blobs,
    architectures: architecture === null ? [] : [architecture],
    created: createdTime(parsed?.created),
  };
}

type Index = Extract<Manifest, { kind: 'index' }>;

async function ofIndex(source: Source, index: Index): Promise<Facts> {
  const facts: Facts = { blobs: [], architectures: [], created: null };
  for (const child of platformsOf(index)) {
    source.left -= 1;
    if (source.left < 0) {
      throw new RegistryError('INVALID', `it has more than ${MAX_PLATFORMS} images`);
    }
    const isTimeKnown = facts.created !== null;
    const { blobs, architectures, created } = await ofChild(source, child, isTimeKnown);
    facts.blobs.push(...blobs);
    facts.architectures.push(...architectures);
    facts.created ??= created;
  }
  return facts;
}

/** An index may name a child that the registry does not have. */
async function ofChild(source: Source, child: Descriptor, isTimeKnown: boolean): Promise<Facts> {
  const stated = architectureText(child.platform);
  const architectures = stated === null ? [] : [stated];
  const found = isManifest(child)
    ? await source.client.manifest(source.repository, child.digest)
    : null;
  if (found === null) return { blobs: [], architectures, created: null };
  const { manifest } = found;
  if (manifest.kind === 'index') return ofIndex(source, manifest);
  if (stated !== null && isTimeKnown) {
    const { config, layers } = manifest.content;
    return { blobs: [config, ...layers], architectures, created: null };
  }
  const own = await ofManifest(source, manifest);
  return stated === null ? own : { ...own, architectures };
}

/** A blob that several images share is stored only once. */
function sumOf(blobs: readonly Descriptor[]): number {
  const sizes = new Map(blobs.map(({ digest, size }) => [digest, size]));
  return Math.min(
    [...sizes.values()].reduce((sum, size) => sum + size, 0),
    Number.MAX_SAFE_INTEGER,
  );
}
