/**
 * What cosign attaches to images by names of tags: signatures, attestations and software bills of
 * materials. They are referrers of the image, and no tags.
 *
 * @see https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md#storage
 */
import type { Referrer, RowOf } from '#lib/resources/rows.ts';
import { attachedBy, attachmentTags } from './names.ts';
import { ifThere, type Place } from './referrers.ts';

/** An attachment of the image with this digest; without a referrer if the tag is gone. */
export interface Attached {
  subject: string;
  tag: string;
  referrer: Referrer | null;
}

/** The attachments of one repository, as one reading of it finds them. */
export class Attachments {
  readonly #isWhole: boolean;
  /** By tag. */
  readonly #found = new Map<string, Attached>();
  readonly #listed = new Set<string>();
  /** Those that are stored of images which the registry still has, by tag. */
  readonly #stored = new Map<string, Attached>();

  /** @param isWhole whether every tag of the repository is read, from the first one. */
  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  /** @returns null for a tag that attaches nothing. */
  async tagged(place: Place, tag: string): Promise<Attached | null> {
    const means = attachedBy(tag);
    if (means === null) return null;
    this.#listed.add(tag);
    const found = await place.client.manifest(place.repository, tag);
    const referrer = found && {
      digest: found.digest,
      artifactType: means.artifactType,
      sizeBytes: String(found.sizeBytes),
      tag,
    };
    const attached = { subject: means.subject, tag, referrer };
    // A registry that lists a tag and does not have it contradicts itself.
    if (referrer !== null) this.#found.set(tag, attached);
    return attached;
  }

  /** Those of a new image. Only a part of a repository leaves something to ask the registry for. */
  async of(place: Place, digest: string): Promise<Attached[]> {
    const found: Attached[] = [];
    for (const tag of attachmentTags(digest)) {
      if (!this.#isWhole) await ifThere(() => this.tagged(place, tag));
      const one = this.#found.get(tag);
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** Notes the stored attachments of an image that the registry still has. */
  remember({ digest, referrers }: RowOf<'Tag'>): void {
    for (const { tag } of referrers ?? []) {
      if (tag !== undefined) this.#stored.set(tag, { subject: digest, tag, referrer: null });
    }
  }

  /** The stored ones that are not listed any more, once all tags were listed. */
  gone(): Attached[] {
    if (!this.#isWhole) return [];
    return [...this.#stored.values()].filter(({ tag }) => !this.#listed.has(tag));
  }
}

/** The referrers with each of the attachments, and without those that are gone. */
export function withAttached(
  referrers: readonly Referrer[] | null | undefined,
  attached: readonly Attached[],
): Referrer[] {
  const tags = new Set(attached.map(({ tag }) => tag));
  const kept = (referrers ?? []).filter(({ tag }) => tag === undefined || !tags.has(tag));
  const all = [...kept, ...attached.flatMap(({ referrer }) => referrer ?? [])];
  const byTag = all
    .filter(({ tag }) => tag !== undefined)
    .toSorted((a, b) => (String(a.tag) < String(b.tag) ? -1 : 1));
  const digests = new Set(byTag.map(({ digest }) => digest));
  return [...all.filter(({ tag, digest }) => tag === undefined && !digests.has(digest)), ...byTag];
}

/** What the registry lists now, with what tags attach to the image. */
export function relisted(
  known: readonly Referrer[] | null | undefined,
  listed: readonly Referrer[],
): Referrer[] {
  const byTag = (known ?? []).flatMap((referrer) =>
    referrer.tag === undefined ? [] : [{ subject: '', tag: referrer.tag, referrer }],
  );
  return withAttached(listed, byTag);
}
