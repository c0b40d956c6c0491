/** Turns what was read of a registry's tags into rows. */
import { isDeepStrictEqual } from 'node:util';
import { newChildUid } from '#lib/aip/uid.ts';
import type { EventRun } from '#lib/audit/event-rows.ts';
import type { RowOf, SyncProblem } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/store.ts';
import { relisted, withAttached } from './attachments.ts';
import type { Look, Looks } from './look-at-tags.ts';
import { attach, seeTags, setReferrers, tagsNamed } from './rows.ts';
import { addTagEvents } from './tag-events.ts';
import { problemsOf, type TagCounts } from './steps.ts';

type Tag = RowOf<'Tag'>;

export type Changes = Pick<TagCounts, 'tags' | 'created' | 'updated' | 'unchanged'> & {
  problems: SyncProblem[];
};

const UPDATED = [
  'digest',
  'deprecated',
  'mediaType',
  'sizeBytes',
  'architectures',
  'referrers',
  'seenTime',
  'updateTime',
] as const;

/** Writes the results in the transaction. @returns the changes. */
export async function applyLooks(
  tx: Transaction,
  repo: { uid: string; name: string },
  { begun, looks }: Looks,
  run: EventRun,
): Promise<Changes> {
  const now = new Date();
  const names = looks.map(({ name }) => name);
  const known = await tagsNamed(tx, repo.uid, names);
  let tags = 0;
  const [created, updated, seen]: [Tag[], Tag[], string[]] = [[], [], []];
  for (const look of looks) {
    const tag = known.get(look.name);
    // The registry lists the tag, so it still exists.
    if (look.kind === 'problem' && tag !== undefined) seen.push(tag.uid);
    if (look.kind !== 'same' && look.kind !== 'image') continue;
    tags += 1;
    const columns = columnsOf(look, tag);
    if (columns === null) continue;
    if (tag === undefined) created.push(newTag(repo.uid, columns, now));
    else if (isSame(tag, columns)) seen.push(tag.uid);
    // A row that was written since the look began is newer.
    else if ((tag.seenTime ?? begun) <= begun) {
      updated.push({ ...tag, ...columns, seenTime: now, updateTime: now });
    }
  }
  await tx.insertAll('Tag', created);
  await tx.updateEach('Tag', updated, UPDATED);
  await seeTags(tx, seen, now);
  const changed = updated.map(({ uid }) => uid);
  for (const look of looks) {
    if (look.kind === 'list') changed.push(...(await setReferrers(tx, repo.uid, look)));
  }
  const attached = looks.flatMap((look) => (look.kind === 'attached' ? [look.attached] : []));
  changed.push(...(await attach(tx, repo.uid, attached)));
  const made = created.map(({ uid }) => uid);
  await addTagEvents(tx, run, { created: made, updated: changed });
  return {
    tags,
    created: created.length,
    updated: updated.length,
    unchanged: tags - created.length - updated.length,
    problems: problemsOf(repo.name, { begun, looks }),
  };
}

type Columns = Pick<
  Tag,
  'name' | 'digest' | 'mediaType' | 'sizeBytes' | 'architectures' | 'referrers' | 'deprecated'
> & { created: Date | null };

/** Null for a tag that matched a row that has been deleted since. */
function columnsOf(
  look: Extract<Look, { kind: 'same' | 'image' }>,
  tag: Tag | undefined,
): Columns | null {
  const { name } = look;
  if (look.kind === 'same') {
    if (tag === undefined) return null;
    const referrers = look.referrers && relisted(tag.referrers, look.referrers);
    return { ...tag, deprecated: false, referrers: referrers ?? tag.referrers, created: null };
  }
  const { digest, mediaType, sizeBytes, architectures, created } = look.image;
  const known = tag?.digest === digest ? tag.referrers : null;
  return {
    name,
    digest,
    mediaType,
    sizeBytes: BigInt(sizeBytes),
    architectures,
    referrers: withAttached(relisted(known, look.referrers ?? []), look.attached),
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

/** A new tag has the creation time of its image. */
function newTag(repo: string, { created, ...columns }: Columns, now: Date): Tag {
  return {
    ...columns,
    uid: newChildUid(repo),
    parent: repo,
    bundles: [],
    seenTime: now,
    createTime: created ?? now,
    updateTime: now,
    revision: 1,
  };
}
