/** Identities to which other organizations than their own have bound a role, so that these know them. */
import { AccessCache } from '#lib/access/access-cache.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { committed, type BoundElsewhere } from '#lib/store/store.ts';

const known = new AccessCache<readonly BoundElsewhere[]>();

/**
 * Those of a caller's own identities, the oldest binding first.
 *
 * @param revision the access revision, read since the request began.
 */
export async function boundElsewhere(
  own: readonly string[],
  revision?: string,
): Promise<readonly BoundElsewhere[]> {
  if (own.length === 0) return [];
  const read = () => committed.boundElsewhere(own, [...new Set(own.map(rootUid))]);
  return known.lookUp(own.join(' '), read, revision);
}
