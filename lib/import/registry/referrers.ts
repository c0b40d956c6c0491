/**
 * What refers to an image: signatures, lists of contents.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
 */
import type { RegistryClient } from './client.ts';
import type { Descriptor } from './manifests.ts';
import { referrersTag } from './names.ts';

/** One tag tells at most so many. */
const MAX_REFERRERS = 100;

/** As the API's Tag has it. */
export interface Referrer {
  digest: string;
  artifactType: string;
  sizeBytes: string;
}

export class Referrers {
  readonly #client: RegistryClient;
  /** Undefined until the registry was asked once. */
  #hasList: boolean | undefined;

  constructor(client: RegistryClient) {
    this.#client = client;
  }

  /** Undefined where they are not told anew: the registry has no list, and the image is as it was. */
  async of(repository: string, digest: string, isNew: boolean): Promise<Referrer[] | undefined> {
    if (this.#hasList !== false) {
      const found = await this.#client.referrers(repository, digest);
      this.#hasList = found !== null;
      if (found !== null) return found.slice(0, MAX_REFERRERS).map(toReferrer);
    }
    return isNew ? (await this.tagged(repository, referrersTag(digest))).referrers : undefined;
  }

  /** Those that the tag lists, and the digest of the list; null where there is none. */
  async tagged(
    repository: string,
    tag: string,
  ): Promise<{ listDigest: string | null; referrers: Referrer[] }> {
    const list = await this.#client.manifest(repository, tag);
    const listed = list?.manifest?.kind === 'index' ? list.manifest.content.manifests : [];
    return {
      listDigest: list?.digest ?? null,
      referrers: listed.slice(0, MAX_REFERRERS).map(toReferrer),
    };
  }
}

function toReferrer({ digest, artifactType, mediaType, size }: Descriptor): Referrer {
  return { digest, artifactType: artifactType ?? mediaType ?? '', sizeBytes: String(size) };
}
