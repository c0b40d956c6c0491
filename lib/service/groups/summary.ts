/**
 * Figures about a group, for a page that would otherwise need many lists. Leaves out what the
 * caller may not list.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { advisory, SEVERITIES } from '#lib/resources/advisory.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { holdsGroup } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { group } from '#lib/resources/group.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identity } from '#lib/resources/identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import {
  all,
  any,
  atLeast,
  below,
  is,
  lessThan,
  moreThan,
  not,
  same,
} from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { snapshot } from '#lib/store/store.ts';
import type { Reads } from '#lib/store/store.ts';
import { capabilityFor, requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkDenied } from '#lib/service/verbs/denied.ts';
import { recentChanges } from './recent-changes.ts';

/** The first kinds in a response. The others follow in the order of the registry. */
const FIRST: readonly ResourceDefinition[] = [group, identity, roleBinding];

/**
 * The kinds that are counted. A group has at most one registry source, so its repositories are
 * counted instead.
 */
const isCounted = ({ type }: ResourceDefinition) =>
  type === 'RoleBinding' || (holdsGroup(type) && type !== 'RegistrySource');

const COUNTED = [...new Set([...FIRST, ...RESOURCES.filter(isCounted)])];

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Half a year. */
const WEEKS = 26;
const SEEN_DAYS = 7;
const UNSEEN_DAYS = 90;
const SHOWN = 5;

/** The first rows by one column. */
async function first(
  reads: Reads,
  definition: ResourceDefinition,
  where: Predicate,
  found: { column: string; limit: number; descending?: boolean },
): Promise<JsonObject[]> {
  const { column, limit, descending = false } = found;
  const rows = await reads.find(definition.type, where, { order: { column, descending }, limit });
  return rows.map((row) => definition.toJson(row));
}

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without
 *   `groups.list` at the group.
 */
export function summarizeGroup(call: Call, groupUid: string): Promise<JsonObject> {
  const uid = checkUid(groupUid, 'group_uid');
  checkDenied(call, group, 'get', uid, () => requireCapability(call, 'groups.list', uid));
  const may = (definition: ResourceDefinition) =>
    call.reach.holds(capabilityFor(definition, 'list'), uid);
  const now = Date.now();
  return snapshot(async (reads) => ({
    groupUid: uid,
    counts: await countsOf(reads, COUNTED.filter(may), uid),
    ...(may(advisory) && { advisories: await advisoriesOf(reads, uid, now) }),
    ...(may(identity) && { identities: await identitiesOf(reads, uid, now) }),
    ...(may(groupInvite) && { groupInvites: await invitesOf(reads, uid, new Date(now)) }),
    ...(may(roleBinding) && { roleBindings: await bindingsOf(reads, uid) }),
    ...(may(auditEvent) && { auditEvents: await recentChanges(reads, uid) }),
  }));
}

/** Counts are texts, as everywhere in the API. A group that does not exist has zeros. */
async function countsOf(
  reads: Reads,
  definitions: readonly ResourceDefinition[],
  uid: string,
): Promise<JsonObject> {
  const counts: JsonObject = {};
  for (const { type, collection } of definitions) {
    const { here, below: deep } = (await reads.tally(type, uid)) ?? { here: 0, below: 0 };
    counts[collection] = { here: String(here), below: String(deep) };
  }
  return counts;
}

async function advisoriesOf(reads: Reads, uid: string, now: number): Promise<JsonObject> {
  const severities: JsonObject = {};
  for (const [rank, name] of SEVERITIES.entries()) {
    severities[name] = String(await reads.count('Advisory', all(is('severity', rank), below(uid))));
  }
  return { severities, weeks: await weeksOf(reads, uid, now) };
}

/** New advisories in each of the last weeks, the oldest first. The last week ends now. */
async function weeksOf(reads: Reads, uid: string, now: number): Promise<JsonObject[]> {
  const start = now - WEEKS * WEEK_MS;
  const found = await reads.advisoriesByWeek(uid, start, now);
  return Array.from({ length: WEEKS }, (_, week) => ({
    startTime: new Date(start + week * WEEK_MS).toISOString(),
    endTime: new Date(start + (week + 1) * WEEK_MS).toISOString(),
    severities: Object.fromEntries(
      found
        .filter((row) => row.week === week)
        .map(({ severity, count }) => [SEVERITIES[severity] ?? SEVERITIES[0], String(count)]),
    ),
  }));
}

async function identitiesOf(reads: Reads, uid: string, now: number): Promise<JsonObject> {
  const within = below(uid);
  // The last-seen time of an identity is its creation time until it is seen.
  const everSeen = all(not(same('lastSeenTime', 'createTime')), within);
  const seen = all(atLeast('lastSeenTime', new Date(now - SEEN_DAYS * DAY_MS)), everSeen);
  const unseen = all(lessThan('lastSeenTime', new Date(now - UNSEEN_DAYS * DAY_MS)), within);
  const bySeen = { column: 'lastSeenTime', limit: SHOWN };
  return {
    seenRecently: String(await reads.count('Identity', seen)),
    longUnseen: String(await reads.count('Identity', unseen)),
    recent: await first(reads, identity, everSeen, { ...bySeen, descending: true }),
    unseen: await first(reads, identity, unseen, bySeen),
  };
}

async function invitesOf(reads: Reads, uid: string, now: Date): Promise<JsonObject> {
  const isUnused = any(is('singleUse', false), is('usedTime', null));
  const open = all(moreThan('expirationTime', now), isUnused, below(uid));
  return {
    open: String(await reads.count('GroupInvite', open)),
    expiring: await first(reads, groupInvite, open, { column: 'expirationTime', limit: SHOWN }),
  };
}

/**
 * The number of identities with a role at this group or below. The identities may belong to any
 * group.
 */
async function bindingsOf(reads: Reads, uid: string): Promise<JsonObject> {
  return { identities: String(await reads.count('RoleBinding', below(uid), 'identityUid')) };
}
