/** The lengths that uids of groups have, root first. */
export const ROOT_LENGTH = 40;
const LENGTHS = `generate_series(${ROOT_LENGTH}, 601, 17) AS cut`;

/** The groups above a row as `p`. A group is in its own ranking too. */
export function places(uid: string, withSelf: boolean): string {
  return `${LENGTHS} JOIN "Place" AS p
    ON cut ${withSelf ? '<=' : '<'} length(${uid}) AND p."uid" = substr(${uid}, 1, cut)`;
}
