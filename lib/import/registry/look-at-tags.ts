/** From the tags that a registry names to what it tells of each. */
import type { RowOf } from '#lib/resources/rows.ts';
import type { RegistryClient } from './client.ts';
import { isRegistryError } from './errors.ts';
import { readImage } from './image.ts';
import type { Image } from './image.ts';
import { mapLimited } from './map-limited.ts';
import { isTagName, referredDigest } from './names.ts';
import type { Referrer, Referrers } from './referrers.ts';

type Tag = RowOf<'Tag'>;

const AT_ONCE = 6;

/** What a look at one tag found. */
export type Look =
  | { name: string; kind: 'gone' }
  | { name: string; kind: 'problem'; reason: string; isFailure: boolean }
  | { name: string; kind: 'same'; referrers: Referrer[] | undefined }
  | { name: string; kind: 'image'; image: Image; referrers: Referrer[] | undefined }
  /** A tag that only lists what refers to another one's image. */
  | {
      name: string;
      kind: 'list';
      digest: string;
      listDigest: string | null;
      referrers: Referrer[];
    };

export interface Looks {
  /** What was there by then may be newer than what was found. */
  begun: Date;
  looks: Look[];
}

export interface Reader {
  client: RegistryClient;
  referrers: Referrers;
}

/** The digest that the tag had; null where it had none, or that is not known. */
export function foundDigest(look: Look, known: ReadonlyMap<string, Tag>): string | null {
  if (look.kind === 'image') return look.image.digest;
  if (look.kind === 'list') return look.listDigest;
  return look.kind === 'same' ? (known.get(look.name)?.digest ?? null) : null;
}

/**
 * Asks for the digest of what is known and reads only what has another one.
 *
 * @param known by name.
 * @throws RegistryError UNAVAILABLE; whatever else is wrong with a tag is told of it.
 */
export async function lookAtTags(
  reader: Reader,
  repository: string,
  names: readonly string[],
  known: ReadonlyMap<string, Tag>,
): Promise<Looks> {
  const begun = new Date();
  const looks = await mapLimited(names, AT_ONCE, async (name): Promise<Look> => {
    if (!isTagName(name))
      return { name, kind: 'problem', reason: 'is no name of a tag', isFailure: false };
    try {
      return await lookAt(reader, repository, name, known.get(name));
    } catch (error) {
      if (!isRegistryError(error) || error.problem === 'UNAVAILABLE') throw error;
      const isFailure = error.problem === 'FAILED';
      return { name, kind: 'problem', reason: error.message, isFailure };
    }
  });
  return { begun, looks };
}

async function lookAt(
  { client, referrers }: Reader,
  repository: string,
  name: string,
  known: Tag | undefined,
): Promise<Look> {
  const listed = referredDigest(name);
  if (listed !== null) {
    const found = await referrers.tagged(repository, name);
    return { name, kind: 'list', digest: listed, ...found };
  }
  const digest = known === undefined ? undefined : await client.digestOf(repository, name);
  if (digest === null) return { name, kind: 'gone' };
  if (digest !== undefined && digest === known?.digest) {
    return { name, kind: 'same', referrers: await referrers.of(repository, digest, false) };
  }
  const image = await readImage(client, repository, name);
  if (image === null) return { name, kind: 'gone' };
  const found = await referrers.of(repository, image.digest, true);
  return { name, kind: 'image', image, referrers: found };
}
