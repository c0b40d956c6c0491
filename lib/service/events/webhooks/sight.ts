/** What a subscription sees: as much as its identity at this moment. */
import { knownOf } from '#lib/access/reach.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { keptStandingOf } from '#lib/auth/matching/blocked.ts';
import { unchangedSince } from '#lib/auth/matching/identities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sightOf, type EventSight } from '../sight.ts';

/**
 * As a key of the identity would see: without what other organizations granted, and without bindings that
 * the identity took itself since then. Nothing once the identity is another person's.
 *
 * @param revision the access revision, read just now.
 */
export async function sightOfSubscription(
  { identityUid, parent, createTime }: RowOf<'Subscription'>,
  revision?: string,
): Promise<EventSight> {
  const same = await unchangedSince([identityUid], createTime.getTime());
  const { identities, blockedIn } = await keptStandingOf(same, revision);
  const keyLimits = { made: createTime, home: rootUid(parent) };
  const { reach } = await knownOf({ identities, blockedIn, keyLimits }, revision);
  return sightOf({ reach }, parent);
}
