/** What the search box of a list can find. */

/**
 * Beside a pasted uid: a part of the words, a whole name, an image's digest. Addresses of earlier versions
 * have a CVE or the like, which is a part of the words now.
 */
export type SearchKind = 'query' | 'name' | 'digest' | 'vulnerability';

export const UID_PARAM = 'uidp.ids';

const PARAMS: Readonly<Record<SearchKind, readonly string[]>> = {
  query: ['query'],
  name: [],
  digest: ['digest'],
  vulnerability: ['aliases', 'advisory_ids'],
};

export const searchParams = (kinds: readonly SearchKind[]): readonly string[] =>
  kinds.length === 0 ? [] : [...kinds.flatMap((kind) => PARAMS[kind]), UID_PARAM];
