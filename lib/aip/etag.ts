/**
 * ETags of resources. An ETag is the revision, which every change raises.
 *
 * @see https://google.aip.dev/154
 */

export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * True if `If-Match` is absent, `*`, or names the revision. A proxy that compresses answers makes their
 * ETags weak (`W/"1"`); the revision is the same one.
 */
export const ifMatchAllows = (ifMatch: string | null, revision: number): boolean =>
  ifMatch === null || names(ifMatch, etagOf(revision));

/** True if `If-None-Match` is `*` or names the ETag: the client has the resource (RFC 9110, 13.1.2). */
export const ifNoneMatchKnows = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null && names(ifNoneMatch, etag);

function names(list: string, etag: string): boolean {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
