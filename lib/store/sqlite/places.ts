/** The lengths that uids of groups have, root first. */
export const ROOT_LENGTH = 40;
const LENGTHS = JSON.stringify(Array.from({ length: 34 }, (_, level) => ROOT_LENGTH + 17 * level));

/**
 * The groups above a row as `p`. A group is in its own ranking too, because a list of a subtree
 * includes its group.
 */
export function places(uid: string, withSelf: boolean): string {
  return `json_each('${LENGTHS}') AS cut CROSS JOIN "Place" AS p
    ON cut."value" ${withSelf ? '<=' : '<'} length(${uid}) AND p."uid" = substr(${uid}, 1, cut."value")`;
}
