/** Reads the images behind the tags that a registry lists. */
import type { Referrer, RowOf } from '#lib/resources/rows.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Attached, Attachments } from './attachments.ts';
import { isRegistryError, type RegistryProblem } from './errors.ts';
import { isFailure, type Health } from './health.ts';
import { readImage, type Image } from './image.ts';
import { isTagName, referredDigest } from './names.ts';
import type { Place, Referrers } from './referrers.ts';

type Tag = RowOf<'Tag'>;

const AT_ONCE = 6;

export type Look =
  | { name: string; kind: 'gone' }
  | { name: string; kind: 'problem'; problem: RegistryProblem; reason: string }
  | { name: string; kind: 'same'; referrers: Referrer[] | undefined }
  | {
      name: string;
      kind: 'image';
      image: Image;
      referrers: Referrer[] | undefined;
      attached: Attached[];
    }
  /** A tag that exists only to attach something to an image. */
  | { name: string; kind: 'attached'; attached: Attached }
  /** A tag that exists only to list the referrers of another tag's image. */
  | {
      name: string;
      kind: 'list';
      digest: string;
      listDigest: string | null;
      referrers: Referrer[];
    };

export interface Looks {
  /** Rows that were written after this time may be newer than the result. */
  begun: Date;
  looks: Look[];
}

export interface Reader extends Place {
  referrers: Referrers;
  attachments: Attachments;
  health: Health;
}

/** The digest of the tag; null if it had none or the digest is not known. */
export function foundDigest(look: Look, known: ReadonlyMap<string, Tag>): string | null {
  if (look.kind === 'image') return look.image.digest;
  if (look.kind === 'list') return look.listDigest;
  if (look.kind === 'attached') return look.attached.referrer?.digest ?? null;
  return look.kind === 'same' ? (known.get(look.name)?.digest ?? null) : null;
}

/**
 * Requests the digest of each known tag, and reads only tags whose digest has changed.
 *
 * @param known rows by name.
 * @throws RegistryError DOWN. Any other problem becomes the result of its tag.
 */
export async function lookAtTags(
  reader: Reader,
  names: readonly string[],
  known: ReadonlyMap<string, Tag>,
): Promise<Looks> {
  const begun = new Date();
  const turns = new Semaphore(AT_ONCE);
  const inTurn = async (name: string) => {
    const end = await turns.take();
    try {
      return await look(reader, name, known.get(name));
    } catch (error) {
      turns.refuseWaiting(error as Error);
      throw error;
    } finally {
      end();
    }
  };
  const looks = await Promise.all(names.map(inTurn));
  return { begun, looks };
}

async function look(reader: Reader, name: string, known: Tag | undefined): Promise<Look> {
  const { health } = reader;
  if (!isTagName(name)) {
    return { name, kind: 'problem', problem: 'INVALID', reason: 'is not the name of a tag' };
  }
  try {
    const found = await lookAt(reader, name, known);
    health.answered();
    return found;
  } catch (error) {
    if (!isRegistryError(error) || error.problem === 'DOWN') throw error;
    if (isFailure(error)) await health.failed();
    else if (error.problem !== 'LATE') health.answered();
    return { name, kind: 'problem', problem: error.problem, reason: error.message };
  }
}

async function lookAt(reader: Reader, name: string, known: Tag | undefined): Promise<Look> {
  const { client, repository, referrers, attachments } = reader;
  const listed = referredDigest(name);
  if (listed !== null) {
    const found = await referrers.tagged(reader, name);
    return { name, kind: 'list', digest: listed, ...found };
  }
  const attached = await attachments.tagged(reader, name);
  if (attached !== null) return { name, kind: 'attached', attached };
  const digest = known === undefined ? undefined : await client.digestOf(repository, name);
  if (digest !== undefined && digest === known?.digest) {
    attachments.remember(known);
    return { name, kind: 'same', referrers: await referrers.of(reader, digest, false) };
  }
  const image = await readImage(client, repository, name);
  if (image === null) return { name, kind: 'gone' };
  const found = await referrers.of(reader, image.digest, true);
  if (image.digest === known?.digest) attachments.remember(known);
  const others = await attachments.of(reader, image.digest);
  return { name, kind: 'image', image, referrers: found, attached: others };
}
