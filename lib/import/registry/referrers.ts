/**
 * What refers to an image: signatures, lists of contents.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
 */
import type { RegistryClient } from './client.ts';
import type { Descriptor } from './manifests.ts';
import { referrersTag } from './names.ts';

/** Referrers that a tag has at most. */
const MAX_REFERRERS = 100;

/** As the API's Tag has it. */
export interface Referrer {
  digest: string;
  artifactType: string;
  sizeBytes: string;
}

/** A repository, and the client that reads it. */
export interface Place {
  client: RegistryClient;
  repository: string;
}

export class Referrers {
  /** Whether the registry has a list of its own; undefined until it was asked once. */
  #hasList: boolean | undefined;

  /** Undefined where nothing was found out: the registry has no list, and the image is as it was. */
  async of(place: Place, digest: string, isNew: boolean): Promise<Referrer[] | undefined> {
    if (this.#hasList !== false) {
      const found = await place.client.referrers(place.repository, digest, MAX_REFERRERS);
      // One answer that is no list says nothing about a registry that gave lists before.
      this.#hasList ??= found !== null;
      if (found !== null) return found.map(toReferrer);
    }
    return isNew ? (await this.tagged(place, referrersTag(digest))).referrers : undefined;
  }

  /** Those that the tag lists, and the digest of the list; null where there is none. */
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

function toReferrer({ digest, artifactType, mediaType, size }: Descriptor): Referrer {
  return { digest, artifactType: artifactType ?? mediaType ?? '', sizeBytes: String(size) };
}
