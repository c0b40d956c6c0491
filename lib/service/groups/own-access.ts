/** The role bindings of the caller, also of one who may list nobody's. */
import { issuePageToken, readPageToken, type PagedQuery } from '#lib/aip/page-token.ts';
import { parsePageSize } from '#lib/aip/pagination.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { isBlockedAt } from '#lib/auth/matching/blocked.ts';
import type { Principal } from '#lib/auth/principal.ts';
import type {
  ListOwnAccessRequestJson,
  ListOwnAccessResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { role } from '#lib/resources/role.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { whereComing, whereNotEnded } from '#lib/store/in-effect.ts';
import { all, any, is, isIn, moreThan } from '#lib/store/predicates.ts';
import { snapshot } from '#lib/store/store.ts';

const ORDER = { column: 'uid', descending: false } as const;

/** @throws ApiError INVALID_ARGUMENT; FAILED_PRECONDITION if policies keep everything from the caller. */
export async function listOwnAccess(
  call: Call,
  { pageSize, pageToken = '' }: ListOwnAccessRequestJson,
): Promise<ListOwnAccessResponseJson> {
  const limit = parsePageSize(pageSize === undefined ? undefined : String(pageSize));
  const { principal, reach } = call;
  if (reach.grants.size === 0) requireMet([...reach.unmet().values()].flat());
  const query = pagedQuery(call);
  const key = secrets(call.caller?.revision).pageToken;
  const now = Date.now();
  const cursor = readPageToken(key, query, pageToken, now);
  const where = all(
    isIn('identityUid', principal.identities),
    is('unconfirmedTime', null),
    whereNotEnded,
    any(isIn('parent', [...reach.grants.keys()]), whereComing),
    ...(cursor === null ? [] : [moreThan('uid', cursor.uid)]),
  );
  return snapshot(async (reads) => {
    const found = await reads.inOrder('RoleBinding', where, ORDER, limit + 1);
    const last = found.length > limit ? found[limit - 1]?.uid : undefined;
    const rows = found.slice(0, limit).filter((row) => isKept(call, row));
    const roles = await reads.getAll('Role', [...new Set(rows.map(({ roleUid }) => roleUid))]);
    return {
      roleBindings: rows.map((row) => roleBinding.toJson(row)),
      roles: roles.map((row) => role.toJson(row)),
      nextPageToken:
        last === undefined ? '' : issuePageToken(key, query, { value: last, uid: last }, now),
    };
  });
}

/** What the caller reaches has no groups of blocks and unmet policies, also for what has not begun. */
const isKept = ({ principal, reach }: Call, row: RowOf<'RoleBinding'>): boolean =>
  !isBlockedAt(principal.blockedIn, row.parent) &&
  !reach.unmet().has(rootUid(row.parent)) &&
  isOfKey(principal, row);

/** A key does not tell its maker what others give its identity, and what the identity takes later by itself. */
function isOfKey({ keyLimits }: Principal, row: RowOf<'RoleBinding'>): boolean {
  if (keyLimits === undefined) return true;
  const { made, home } = keyLimits;
  const isLater = row.createTime >= made;
  const isChosen = row.providerUid === null && row.byItself === null;
  const isHere = home === null || rootUid(row.parent) === home;
  return isLater ? isChosen : isHere;
}

const pagedQuery = ({ principal }: Call): PagedQuery => ({
  collection: '/iam/v2beta1/access:own',
  order: ORDER.column,
  filters: [],
  caller: JSON.stringify([principal.issuer, principal.subject]),
});
