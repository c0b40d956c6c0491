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
export function ifMatchAllows(ifMatch: string | null, revision: number): boolean {
  if (ifMatch === null) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(revision));
}
