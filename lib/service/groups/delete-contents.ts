/** Deletes what the verbs of the API do not delete: repositories with their tags, and advisories. */
import { z } from 'zod';
import type {
  DeleteGroupContentsRequestJson,
  DeleteGroupContentsResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_contents_pb.js';
import { invalidField } from '#lib/aip/errors.ts';
import { requireRecentSignIn } from '#lib/auth/sessions/recent-sign-in.ts';
import { advisory } from '#lib/resources/advisory.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { text, uid } from '#lib/resources/fields.ts';
import { group } from '#lib/resources/group.ts';
import { repo } from '#lib/resources/repo.ts';
import { tag } from '#lib/resources/tag.ts';
import { auditAll } from '#lib/service/calls/audit.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { all, below, is, isIn, type Predicate } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

const COLLECTIONS = ['repos', 'advisories'] as const;

type Collection = (typeof COLLECTIONS)[number];

const NEEDS: Readonly<Record<Collection, Capability>> = {
  repos: 'repo.sync',
  advisories: 'advisories.import',
};

/** What goes with each, in this order: the database would delete tags with their repository, unrecorded. */
const PARTS = { repos: [tag, repo], advisories: [advisory] } as const;

const request = z.strictObject({
  groupUid: uid,
  collections: z.array(z.enum(COLLECTIONS, { error: 'must be repos or advisories' })).optional(),
  artifactName: text(1, 1024).optional(),
});

/** Few enough that others wait for less than a second. */
const AT_ONCE = 200;

/**
 * Deletes the first of them. Whoever sends it again until nothing is left may stop at any time, and begins where
 * anybody has stopped.
 *
 * @throws ApiError PERMISSION_DENIED; INVALID_ARGUMENT; as {@link requireRecentSignIn}.
 */
export function deleteContents(
  call: Call,
  body: DeleteGroupContentsRequestJson,
): Promise<DeleteGroupContentsResponseJson> {
  const { groupUid, collections = [], artifactName } = checked(request, body);
  const named: readonly Collection[] = collections.length === 0 ? COLLECTIONS : collections;
  if (artifactName !== undefined && named.join() !== 'advisories') {
    throw invalidField('collections', 'must be advisories alone for the name of an artifact');
  }
  const check = (current: Call) => {
    for (const one of named) requireCapability(current, NEEDS[one], groupUid);
  };
  return changeAs(call, [group, 'delete', groupUid], check, async (tx, current) => {
    await tx.existing('Group', groupUid);
    await requireRecentSignIn(current.principal, 'deleting repositories and advisories', tx);
    const whereNamed = artifactName === undefined ? [] : [is('artifactName', artifactName)];
    const where = all(below(groupUid), ...whereNamed);
    const parts = COLLECTIONS.filter((one) => named.includes(one)).flatMap((one) => PARTS[one]);
    let deleted = 0;
    let left = 0;
    for (const part of parts) {
      if (deleted === 0) deleted = await deleteSome(tx, current, part, where);
      left += await tx.count(part.type, where);
    }
    return { deleted, left: String(left) };
  });
}

async function deleteSome(
  tx: Transaction,
  call: Call,
  part: typeof tag | typeof repo | typeof advisory,
  where: Predicate,
): Promise<number> {
  const order = { column: 'uid', descending: false } as const;
  const rows = await tx.inOrder(part.type, where, order, AT_ONCE);
  const befores = rows.map((before) => ({ before }));
  await auditAll(tx, call, part, 'delete', befores);
  const uids = rows.map(({ uid: one }) => one);
  return tx.deleteAll(part.type, isIn<'uid'>('uid', uids));
}
