/**
 * Attaches to their images what an earlier version took for tags: signatures, attestations and software
 * bills of materials of cosign. The next sync of the registry reads them again.
 */
import { attachedBy } from '#lib/import/registry/names.ts';
import type { Attached } from '#lib/import/registry/attachments.ts';
import { attach, refreshRepo } from '#lib/import/registry/rows.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, isIn, lessThan, moreThan } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';

const AT_ONCE = 500;

/** Names that cosign may have given: they begin with `sha256-`. */
const MAY_BE_OF_COSIGN = all(moreThan<'name'>('name', 'sha256-'), lessThan('name', 'sha256.'));

/** Every start looks for them, since a process of the version before may have written some. @returns how many. */
export async function attachTags(): Promise<number> {
  const uids = await committed.uids('Tag', MAY_BE_OF_COSIGN, 'uid');
  let count = 0;
  for (let at = 0; at < uids.length; at += AT_ONCE) {
    const some = uids.slice(at, at + AT_ONCE);
    count += await transaction(async (tx) => takeOut(tx, await tx.getAll('Tag', some)));
  }
  return count;
}

async function takeOut(tx: Transaction, rows: readonly RowOf<'Tag'>[]): Promise<number> {
  const tags = rows.filter(({ name }) => attachedBy(name) !== null);
  if (tags.length === 0) return 0;
  const uids = tags.map(({ uid }) => uid);
  await tx.deleteAll('Tag', isIn<'uid'>('uid', uids));
  for (const [repo, ofRepo] of Map.groupBy(tags, ({ parent }) => parent)) {
    // The registry has said of the others that it no longer has them.
    const isThere = ofRepo.filter(({ deprecated }) => !deprecated);
    await attach(tx, repo, isThere.flatMap(attachmentOf));
    await refreshRepo(tx, repo);
  }
  return tags.length;
}

/** The size of its manifest is not known yet. */
function attachmentOf({ name, digest }: RowOf<'Tag'>): Attached[] {
  const means = attachedBy(name);
  if (means === null) return [];
  const { subject, artifactType } = means;
  return [{ subject, tag: name, referrer: { digest, artifactType, sizeBytes: '0', tag: name } }];
}
