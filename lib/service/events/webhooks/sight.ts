/** What a subscription sees: as much as its identity at this moment. */
import { knownOf, type Reach } from '#lib/access/reach.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { keptStandingOf } from '#lib/auth/matching/blocked.ts';
import { unchangedSince } from '#lib/auth/matching/identities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sightOf, type EventSight } from '../sight.ts';

/**
 * What its identity reaches, as a key of it would: without what other organizations granted, and without bindings
 * that the identity took itself since then. Nothing once the identity is another person's.
 *
 * @param revision the access revision, read just now.
 */
export async function reachOfSubscription(
  { identityUid, parent, createTime }: RowOf<'Subscription'>,
  revision?: string,
): Promise<Reach> {
  const same = await unchangedSince([identityUid], createTime.getTime());
  const { identities, blockedIn } = await keptStandingOf(same, revision);
  const keyLimits = { made: createTime, home: rootUid(parent) };
  return (await knownOf({ identities, blockedIn, keyLimits }, revision)).reach;
}

/** The events that it sees. @param revision as above. */
export async function sightOfSubscription(
  subscription: RowOf<'Subscription'>,
  revision?: string,
): Promise<EventSight> {
  return sightOf({ reach: await reachOfSubscription(subscription, revision) }, subscription.parent);
}
