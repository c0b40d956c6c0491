/** Bulk writes of the repositories and tags of a registry. */
import { isDeepStrictEqual } from 'node:util';
import { newChildUid } from '#lib/aip/uid.ts';
import type { Referrer, RowOf } from '#lib/resources/rows.ts';
import { snapshot, type Reads, type Transaction } from '#lib/store/store.ts';
import { relisted, withAttached, type Attached } from './attachments.ts';
import { all, any, is, isIn, lessThan } from '#lib/store/predicates.ts';

export function repoNamed(
  reads: Reads,
  parent: string,
  name: string,
): Promise<RowOf<'Repo'> | null> {
  return reads.first('Repo', all(is('parent', parent), is('name', name)));
}

/** The tags with these names that are known of a repository, by name. */
export function knownTags(
  group: string,
  repository: string,
  names: readonly string[],
): Promise<Map<string, RowOf<'Tag'>>> {
  return snapshot(async (reads) => {
    const repo = await repoNamed(reads, group, repository);
    return repo === null ? new Map() : tagsNamed(reads, repo.uid, names);
  });
}

/** The tags of a repository with these names, by name. */
export async function tagsNamed(
  reads: Reads,
  repo: string,
  names: readonly string[],
): Promise<Map<string, RowOf<'Tag'>>> {
  const tags = await reads.find('Tag', all(is('parent', repo), isIn('name', names)));
  return new Map(tags.map((tag) => [tag.name, tag]));
}

/** The names of the repository's tags that have this digest and still exist. */
export async function tagNamesOf(reads: Reads, repo: string, digest: string): Promise<string[]> {
  const tags = await reads.find(
    'Tag',
    all(is('parent', repo), is('digest', digest), is('deprecated', false)),
  );
  return tags.map(({ name }) => name);
}

export async function insertRepo(tx: Transaction, parent: string, name: string): Promise<string> {
  const now = new Date();
  const uid = newChildUid(parent);
  await tx.insert('Repo', {
    uid,
    parent,
    name,
    bundles: [],
    aliases: [],
    activeTags: [],
    // The registry has it, but nobody has read it completely.
    seenTime: new Date(0),
    createTime: now,
    updateTime: now,
  });
  return uid;
}

/** Records that the tags still exist, which changes no visible field. */
export async function seeTags(tx: Transaction, uids: readonly string[], time: Date): Promise<void> {
  if (uids.length > 0) await tx.note('Tag', isIn('uid', uids), { seenTime: time });
}

/**
 * Marks the repository's tags that were not seen since.
 *
 * @param names of the only tags to mark; all if absent.
 * @returns those that it marked.
 */
export async function markGone(
  tx: Transaction,
  repo: string,
  since: Date,
  names?: readonly string[],
): Promise<string[]> {
  const whereUnseen = any(is('seenTime', null), lessThan('seenTime', since));
  const whereLeft = all(is('parent', repo), is('deprecated', false), whereUnseen);
  const whereGone = names === undefined ? whereLeft : all(whereLeft, isIn('name', names));
  const gone = await tx.uids('Tag', whereGone, 'uid');
  if (gone.length > 0) {
    await tx.updateAll('Tag', whereGone, { deprecated: true, updateTime: new Date() });
  }
  return gone;
}

/** The group's repositories that were read from a registry before, but not since. */
export async function reposUnseen(
  reads: Reads,
  parent: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const order = { column: 'uid', descending: false } as const;
  const where = all(is('parent', parent), lessThan('seenTime', since));
  return (await reads.find('Repo', where, { order, limit })).map(({ uid }) => uid);
}

/** Notes that a sync has seen the repository in the catalog. */
export async function seeRepo(tx: Transaction, uid: string, time: Date): Promise<void> {
  await tx.note('Repo', is('uid', uid), { seenTime: time });
}

/** Sets the referrers of an image on all tags that name it. @returns those that changed. */
export async function setReferrers(
  tx: Transaction,
  repo: string,
  { digest, referrers }: { digest: string; referrers: Referrer[] },
): Promise<string[]> {
  const tags = await tx.find('Tag', all(is('parent', repo), is('digest', digest)));
  return refer(tx, tags, (tag) => relisted(tag.referrers, referrers));
}

/** Sets the attachments of images on all tags that name them. @returns those that changed. */
export async function attach(
  tx: Transaction,
  repo: string,
  attached: readonly Attached[],
): Promise<string[]> {
  if (attached.length === 0) return [];
  const bySubject = Map.groupBy(attached, ({ subject }) => subject);
  const whereSubject = isIn<'digest'>('digest', [...bySubject.keys()]);
  const tags = await tx.find('Tag', all(is('parent', repo), whereSubject));
  return refer(tx, tags, ({ digest, referrers }) =>
    withAttached(referrers, bySubject.get(digest) ?? []),
  );
}

async function refer(
  tx: Transaction,
  tags: readonly RowOf<'Tag'>[],
  referrersOf: (tag: RowOf<'Tag'>) => Referrer[],
): Promise<string[]> {
  const updateTime = new Date();
  const changed = tags
    .map((tag) => ({ ...tag, referrers: referrersOf(tag), updateTime }))
    .filter(({ referrers }, at) => !isDeepStrictEqual(tags[at]?.referrers ?? [], referrers));
  await tx.updateEach('Tag', changed, ['referrers', 'updateTime']);
  return changed.map(({ uid }) => uid);
}

/** The most names in a repository's `activeTags`: those that changed last. */
const MAX_ACTIVE_TAGS = 1_000;

const LAST_CHANGED = { column: 'updateTime', descending: true } as const;

/** Updates a repository from its tags. An unchanged one keeps its revision. */
export async function refreshRepo(tx: Transaction, uid: string): Promise<void> {
  const repo = await tx.get('Repo', uid);
  if (repo === null) return;
  const ofRepo = is<'parent' | 'deprecated'>('parent', uid);
  const [last] = await tx.find('Tag', ofRepo, { order: LAST_CHANGED, limit: 1 });
  const whereActive = all(ofRepo, is('deprecated', false));
  const active = await tx.find('Tag', whereActive, { order: LAST_CHANGED, limit: MAX_ACTIVE_TAGS });
  const activeTags = active.toSorted(byChange).map(({ name }) => name);
  const updateTime = last && last.updateTime > repo.updateTime ? last.updateTime : repo.updateTime;
  const isSame = isDeepStrictEqual(activeTags, repo.activeTags);
  if (!isSame || updateTime !== repo.updateTime) {
    await tx.update('Repo', uid, { activeTags, updateTime });
  }
}

const byChange = (a: RowOf<'Tag'>, b: RowOf<'Tag'>) =>
  b.updateTime.getTime() - a.updateTime.getTime() || (a.name < b.name ? -1 : 1);
