/** The organizations that the caller is in, and those that name the caller, who has not joined them. */
import { inOrder } from '#lib/in-order.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { isConfirmed } from '#lib/auth/matching/joined.ts';
import { representativeAt } from '#lib/auth/own-identity.ts';
import { isOwnUrl, wherePerson } from '#lib/auth/tokens/known-urls.ts';
import type { Caller_OrganizationJson } from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, is, isIn, not } from '#lib/store/predicates.ts';
import type { Reads } from '#lib/store/store.ts';

/** The most of each kind in a response. Whoever has refused some sees the next. */
const LIMIT = 100;

type Standing = Pick<Caller_OrganizationJson, 'identityUid' | 'unconfirmedTime'>;

/**
 * Of an organization that the caller has not joined, it tells what it takes to recognize it: uid, name and
 * verified domains. It tells nothing of its identity that names the caller but the uid.
 */
export async function ownOrganizations(
  reads: Reads,
  call: Call,
): Promise<Caller_OrganizationJson[]> {
  const { subject, issuer } = call.principal;
  const standings = new Map([...joined(call), ...(await asking(reads, call))]);
  const roots = [...standings.keys()];
  const whereVerified = all(isIn('parent', roots), not(is('verifiedName', null)));
  const [groups, domains, isOwn] = await inOrder(
    reads.getAll('Group', roots),
    roots.length === 0 ? [] : reads.rows('Domain', whereVerified),
    isOwnUrl(issuer, call.caller?.revision),
  );
  return groups
    .toSorted((a, b) => (a.name < b.name || (a.name === b.name && a.uid < b.uid) ? -1 : 1))
    .map(({ uid, name }) => ({
      groupUid: uid,
      name,
      domains: domains.flatMap((one) => (one.parent === uid ? [one.name] : [])).sort(),
      ...standings.get(uid),
      ...(isOwn && rootUid(subject) === uid && { holdsAccount: true }),
    }));
}

/** With the identity that represents the caller there, unless only patterns match. */
function joined({ principal, reach }: Call): [string, Standing][] {
  const { ownIdentities, boundElsewhere, blockedIn } = principal;
  const roots = new Set([
    ...ownIdentities.map(rootUid),
    ...boundElsewhere.map(({ root }) => root),
    ...[...reach.grants.keys()].map(rootUid),
    ...reach.unmet().keys(),
  ]);
  const open = [...roots].filter((root) => !blockedIn.includes(root)).slice(0, LIMIT);
  return open.map((root) => {
    const uid = representativeAt({ ...principal, home: null }, root);
    return [root, uid === null ? {} : { identityUid: uid }];
  });
}

/** One identity for each organization that waits for the caller, the oldest first. */
async function asking(reads: Reads, { principal, caller }: Call): Promise<[string, Standing][]> {
  const named = await reads.rows('Identity', await wherePerson(principal, caller?.revision));
  const rows = named.filter(
    (row) => !isConfirmed(row) && !principal.blockedIn.includes(rootUid(row.uid)),
  );
  const oldest = new Map<string, RowOf<'Identity'>>();
  for (const row of rows.toSorted((a, b) => since(a) - since(b))) {
    const root = rootUid(row.uid);
    if (oldest.size < LIMIT && !oldest.has(root)) oldest.set(root, row);
  }
  return [...oldest].map(([root, { uid, unconfirmedTime }]) => [
    root,
    { identityUid: uid, unconfirmedTime: unconfirmedTime?.toISOString() },
  ]);
}

const since = ({ unconfirmedTime }: RowOf<'Identity'>) => unconfirmedTime?.getTime() ?? 0;
