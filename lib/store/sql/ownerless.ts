/** The root groups that nobody owns in effect. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Ownerless } from '#lib/store/handles.ts';
import { begun } from './access.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, type Plan } from './plan.ts';
import { sizeOf } from './tallies.ts';
import { ROOT_UID_LENGTH } from './where.ts';

/** The indexes that are looked at for each root group. */
const LOOKS = 4;

/** As `withoutEffectAt` of lib/auth/matching/blocked.ts has it: a block of a person counts if it is of
 * the whole organization. */
const IS_BLOCKED = `CASE WHEN i."issuer" IS NULL OR i."subject" IS NULL THEN i."blockedTime" IS NOT NULL
    ELSE EXISTS (SELECT 1 FROM "Identity" AS x WHERE x."issuer" = i."issuer" AND x."subject" = i."subject"
      AND x."blockedTime" IS NOT NULL AND substr(x."uid", 1, ${ROOT_UID_LENGTH}) = t."uid"
      AND coalesce(x."blockedGroup", t."uid") = t."uid") END`;

/** As `whereLastingOwner` has it. */
const owner = (
  isBegun: string,
) => `SELECT 1 FROM "RoleBinding" AS b JOIN "Identity" AS i ON i."uid" = b."identityUid"
  WHERE b."parent" = t."uid" AND b."roleUid" = ? AND b."expirationTime" IS NULL AND ${isBegun}
  AND i."unconfirmedTime" IS NULL AND NOT (${IS_BLOCKED})`;

/** In the order of their names. */
export function* selectOwnerless(dialect: Dialect, limit: number): Plan<readonly Ownerless[]> {
  const { rows } = yield* sizeOf(dialect, 'Group', { parent: '', subtrees: null });
  const most = dialect.limit(limit);
  const isBegun = begun(dialect);
  return yield* rowsOf<Ownerless>(
    `SELECT t."uid", t."name" FROM "Group" AS t
     WHERE t."parent" = '' AND ${dialect.metered(`NOT EXISTS (${owner(isBegun.sql)})`)}
     ORDER BY t."name", t."uid"${most.sql}`,
    [builtInRole('owner').uid, ...isBegun.params, ...most.params],
    { cost: rows * LOOKS },
  );
}
