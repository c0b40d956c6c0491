/** From the tags that a registry names to the rows that Grove keeps. */
import { isDeepStrictEqual } from 'node:util';
import { newChildUid } from '#lib/aip/uid.ts';
import type { Tag } from '#lib/generated/prisma/client.ts';
import type { SyncCounts } from '#lib/resources/registry-source.ts';
import type { Transaction } from '#lib/store/database.ts';
import { insertTags, seeTags, setReferrers, tagsNamed, updateTags } from '#lib/store/registry.ts';
import type { Problem } from '#lib/store/registry-sources.ts';
import type { RegistryClient } from './client.ts';
import { isRegistryError } from './errors.ts';
import { readImage } from './image.ts';
import type { Image } from './image.ts';
import { mapLimited } from './map-limited.ts';
import { isTagName, referredDigest } from './names.ts';
import type { Referrer, Referrers } from './referrers.ts';

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

export type Changes = Pick<SyncCounts, 'tags' | 'created' | 'updated' | 'unchanged'> & {
  problems: Problem[];
};

/** Writes what was found, in the transaction, and tells what that changed. */
export async function applyLooks(
  tx: Transaction,
  repo: { uid: string; name: string },
  { begun, looks }: Looks,
): Promise<Changes> {
  const now = new Date();
  const known = tagsNamed(
    repo.uid,
    looks.map(({ name }) => name),
  );
  const changes: Changes = { tags: 0, created: 0, updated: 0, unchanged: 0, problems: [] };
  const [created, updated, seen]: [Tag[], Tag[], string[]] = [[], [], []];
  for (const look of looks) {
    const tag = known.get(look.name);
    if (look.kind === 'problem') {
      changes.problems.push({ name: `${repo.name}:${look.name}`, reason: look.reason });
      // It is there, whatever it is.
      if (tag !== undefined) seen.push(tag.uid);
    }
    if (look.kind !== 'same' && look.kind !== 'image') continue;
    changes.tags += 1;
    const columns = columnsOf(look, tag);
    if (columns === null) continue;
    if (tag === undefined) created.push(newTag(repo.uid, columns, now));
    else if (isSame(tag, columns)) seen.push(tag.uid);
    // Unless somebody has looked later than this, and so knows better.
    else if ((tag.seenTime ?? begun) <= begun) {
      updated.push({ ...tag, ...columns, seenTime: now, updateTime: now });
    }
  }
  await insertTags(tx, created);
  await updateTags(tx, updated);
  await seeTags(tx, seen, now);
  for (const look of looks) {
    if (look.kind !== 'list') continue;
    await setReferrers(tx, repo.uid, {
      digest: look.digest,
      referrers: JSON.stringify(look.referrers),
    });
  }
  changes.created = created.length;
  changes.updated = updated.length;
  changes.unchanged = changes.tags - created.length - updated.length;
  return changes;
}

type Columns = Pick<
  Tag,
  'name' | 'digest' | 'mediaType' | 'sizeBytes' | 'architectures' | 'referrers' | 'deprecated'
> & { created: Date | null };

/** Null where the tag that was the same is there no more. */
function columnsOf(
  look: Extract<Look, { kind: 'same' | 'image' }>,
  tag: Tag | undefined,
): Columns | null {
  const { name } = look;
  const referrers = look.referrers as unknown as Tag['referrers'];
  if (look.kind === 'same') {
    if (tag === undefined) return null;
    return { ...tag, deprecated: false, referrers: referrers ?? tag.referrers, created: null };
  }
  const { digest, mediaType, sizeBytes, architectures, created } = look.image;
  const size = BigInt(sizeBytes);
  return {
    name,
    digest,
    mediaType,
    sizeBytes: size,
    architectures,
    referrers,
    deprecated: false,
    created,
  };
}

function isSame(tag: Tag, columns: Columns): boolean {
  return (
    tag.digest === columns.digest &&
    !tag.deprecated &&
    isDeepStrictEqual(tag.referrers ?? [], columns.referrers ?? [])
  );
}

/** A new tag is as old as its image. */
function newTag(repo: string, { created, ...columns }: Columns, now: Date): Tag {
  return {
    ...columns,
    uid: newChildUid(repo),
    parent: repo,
    bundles: [],
    referrers: columns.referrers ?? null,
    seenTime: now,
    createTime: created ?? now,
    updateTime: now,
    revision: 1,
  };
}
