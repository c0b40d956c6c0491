/** What Grove keeps of an image, read from its manifest, or all of an index. */
import type { RegistryClient } from './client.ts';
import { isRegistryError, RegistryError } from './errors.ts';
import {
  annotatedTime,
  architectureText,
  configOf,
  createdTime,
  imageConfig,
  platformsOf,
} from './manifests.ts';
import type { Descriptor, Manifest } from './manifests.ts';

const MAX_PLATFORMS = 64;

export interface Image {
  digest: string;
  mediaType: string;
  /** Of all its distinct blobs, configurations included. */
  sizeBytes: number;
  architectures: string[];
  /** When it was made, where it tells. */
  created: Date | null;
}

/**
 * @param reference a tag or a digest.
 * @returns null where it is gone.
 * @throws RegistryError where it cannot be read.
 */
export async function readImage(
  client: RegistryClient,
  repository: string,
  reference: string,
): Promise<Image | null> {
  const fetched = await client.manifest(repository, reference);
  if (fetched === null) return null;
  const { digest, contentType, manifest } = fetched;
  if (manifest === null) {
    return { digest, mediaType: contentType, sizeBytes: 0, architectures: [], created: null };
  }
  const facts =
    manifest.kind === 'manifest'
      ? await ofManifest(client, repository, manifest)
      : await ofIndex(client, repository, manifest);
  return {
    digest,
    mediaType: manifest.mediaType,
    sizeBytes: sumOf(facts.blobs),
    architectures: [...new Set(facts.architectures)],
    created: annotatedTime(manifest) ?? facts.created,
  };
}

interface Facts {
  blobs: Descriptor[];
  architectures: string[];
  created: Date | null;
}

type Plain = Extract<Manifest, { kind: 'manifest' }>;

async function ofManifest(
  client: RegistryClient,
  repository: string,
  manifest: Plain,
): Promise<Facts> {
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

async function ofIndex(
  client: RegistryClient,
  repository: string,
  index: Extract<Manifest, { kind: 'index' }>,
): Promise<Facts> {
  const platforms = platformsOf(index);
  if (platforms.length > MAX_PLATFORMS) {
    throw new RegistryError('INVALID', `it has more than ${MAX_PLATFORMS} images`);
  }
  const facts: Facts = { blobs: [], architectures: [], created: null };
  for (const child of platforms) {
    const stated = architectureText(child.platform);
    if (stated !== null) facts.architectures.push(stated);
    const manifest = await manifestOf(client, repository, child);
    if (manifest?.kind !== 'manifest') continue;
    facts.blobs.push(manifest.content.config, ...manifest.content.layers);
    if (stated !== null && facts.created !== null) continue;
    const own = await ofManifest(client, repository, manifest);
    if (stated === null) facts.architectures.push(...own.architectures);
    facts.created ??= own.created;
  }
  return facts;
}

/** Null for one that the registry lacks, which an index may name all the same. */
async function manifestOf(
  client: RegistryClient,
  repository: string,
  { digest }: Descriptor,
): Promise<Manifest | null> {
  try {
    return (await client.manifest(repository, digest))?.manifest ?? null;
  } catch (error) {
    if (isRegistryError(error) && error.problem === 'INVALID') return null;
    throw error;
  }
}

/** What images share is kept once. */
function sumOf(blobs: readonly Descriptor[]): number {
  const sizes = new Map(blobs.map(({ digest, size }) => [digest, size]));
  return Math.min(
    [...sizes.values()].reduce((sum, size) => sum + size, 0),
    Number.MAX_SAFE_INTEGER,
  );
}
