/** Identities to which other organizations than their own have bound a role, so that these know them. */
import { AccessCache } from '#lib/access/access-cache.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
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

async function read(own: readonly string[]): Promise<BoundElsewhere[]> {
  const bindings = await committed.find(
    'RoleBinding',
    all(isIn('identityUid', own), is('unconfirmedTime', null)),
  );
  return bindings
    .toSorted((a, b) => a.createTime.getTime() - b.createTime.getTime())
    .map(({ parent, identityUid: uid }) => ({ root: rootUid(parent), uid }))
    .filter(({ root, uid }) => root !== rootUid(uid));
}
