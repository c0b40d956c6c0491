/**
 * Manifests that refer to an image, such as signatures and software bills of materials.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
 */
import type { Referrer } from '#lib/resources/rows.ts';
import type { RegistryClient } from './client.ts';
import { isRegistryError } from './errors.ts';
import type { Descriptor } from './manifests.ts';
import { referrersTag } from './names.ts';

const MAX_REFERRERS = 100;

export interface Place {
  client: RegistryClient;
  repository: string;
}

export class Referrers {
  /** Whether the registry has a referrers API; undefined before the first request. */
  #hasList: boolean | undefined;

  /**
   * Undefined if nothing new is known: the registry has no referrers API, and the image has not
   * changed.
   */
  async of(place: Place, digest: string, isNew: boolean): Promise<Referrer[] | undefined> {
    if (this.#hasList !== false) {
      const found = await place.client.referrers(place.repository, digest, MAX_REFERRERS);
      // One response that is not a list does not mean that the registry has no referrers API.
      this.#hasList ??= found !== null;
      if (found !== null) return found.map(toReferrer);
    }
    if (!isNew) return undefined;
    return (await ifThere(() => this.tagged(place, referrersTag(digest))))?.referrers ?? [];
  }

  /** The referrers that the tag lists, and the digest of that list; null if there is none. */
  async tagged(
    { client, repository }: Place,
    tag: string,
  ): Promise<{ listDigest: string | null; referrers: Referrer[] }> {
    const list = await client.manifest(repository, tag);
    const listed = list?.manifest.kind === 'index' ? list.manifest.content.manifests : [];
    return {
      listDigest: list?.digest ?? null,
      referrers: listed.slice(0, MAX_REFERRERS).map(toReferrer),
    };
  }
}

/**
 * For what the registry need not have: null where it says so in a way that is no registry's. Nothing is
 * marked as gone by it.
 */
export async function ifThere<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (isRegistryError(error) && error.problem === 'INVALID') return null;
    throw error;
  }
}

function toReferrer({ digest, artifactType, mediaType, size }: Descriptor): Referrer {
  return { digest, artifactType: artifactType ?? mediaType ?? '', sizeBytes: String(size) };
}
