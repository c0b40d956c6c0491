/** Identities to which other organizations than their own have bound a role, so that these know them. */
import { AccessCache } from '#lib/access/access-cache.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { all, below, is, isIn, not } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

export interface BoundElsewhere {
  /** The root group of the organization that bound it. */
  root: string;
  /** The identity of another one. */
  uid: string;
}

const known = new AccessCache<BoundElsewhere[]>();

/**
 * Those of a caller's own identities, the oldest binding first.
 *
 * @param revision the access revision, read since the request began.
 */
export async function boundElsewhere(
  own: readonly string[],
  revision?: number,
): Promise<readonly BoundElsewhere[]> {
  if (own.length === 0) return [];
  return known.lookUp(own.join(' '), () => read(own), revision);
}

/** The databases bound how many conditions one statement has. */
const MOST_ROOTS = 50;

async function read(own: readonly string[]): Promise<BoundElsewhere[]> {
  const roots = new Set(own.map(rootUid));
  // Most people are bound at home only, some of them thousands of times.
  const outside = [...roots].slice(0, MOST_ROOTS).map((root) => not(below(root)));
  const isTheirs = all(isIn('identityUid', own), is('unconfirmedTime', null));
  const bindings = await committed.find('RoleBinding', all(isTheirs, ...outside));
  return bindings
    .toSorted((a, b) => a.createTime.getTime() - b.createTime.getTime())
    .map(({ parent, identityUid: uid }) => ({ root: rootUid(parent), uid }))
    .filter(({ root }) => !roots.has(root));
}
