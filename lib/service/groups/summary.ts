/**
 * What a group holds, in figures: for a page that shows all of it at once
 * without asking for a list each. What the caller may not list is left out.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { belowRange, checkUid } from '#lib/aip/uid.ts';
import { advisory, SEVERITIES } from '#lib/resources/advisory.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { holdsGroup } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { group } from '#lib/resources/group.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identity } from '#lib/resources/identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { countsOf } from '#lib/store/areas.ts';
import { prepared } from '#lib/store/database.ts';
import { countRows, listRows } from '#lib/store/lists.ts';
import type { Condition } from '#lib/store/lists.ts';
import { capabilityFor, requireCapability } from '#lib/service/verbs/authorize.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/** First in an answer, which tells the others in the order of the registry. */
const FIRST: readonly ResourceDefinition[] = [group, identity, roleBinding];

/** What groups hold. A group has at most one registry source, which its repositories stand for. */
const isCounted = ({ type }: ResourceDefinition) =>
  type === 'RoleBinding' || (holdsGroup(type) && type !== 'RegistrySource');

const COUNTED = [...new Set([...FIRST, ...RESOURCES.filter(isCounted)])];

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Half a year of advisories. */
const WEEKS = 26;
const SEEN_DAYS = 7;
const UNSEEN_DAYS = 90;
const SHOWN = 5;
const SHOWN_EVENTS = 8;

function below(uid: string): Condition {
  const { after, before } = belowRange(uid);
  return { sql: 't."uid" > ? AND t."uid" < ?', params: [after, before] };
}

/** Rows below the group, by one column. */
function first(
  definition: ResourceDefinition,
  where: readonly Condition[],
  column: string,
  limit: number,
  descending = false,
): JsonObject[] {
  const order = { column, descending };
  const rows = listRows({ type: definition.type, where, order, cursor: null, skip: 0, limit });
  return rows.map((row) => definition.toJson(row));
}

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without
 *   `groups.list` at the group.
 */
export function summarizeGroup(call: Call, groupUid: string): JsonObject {
  const uid = checkUid(groupUid, 'group_uid');
  requireCapability(call, 'groups.list', uid);
  const may = (definition: ResourceDefinition) =>
    call.reach.holds(capabilityFor(definition, 'list'), uid);
  const now = Date.now();
  return {
    groupUid: uid,
    counts: Object.fromEntries(
      COUNTED.filter(may).map((definition) => [definition.collection, countsIn(definition, uid)]),
    ),
    ...(may(advisory) && { advisories: advisoriesOf(uid, now) }),
    ...(may(identity) && { identities: identitiesOf(uid, now) }),
    ...(may(groupInvite) && { groupInvites: invitesOf(uid, now) }),
    ...(may(roleBinding) && { roleBindings: bindingsOf(uid) }),
    ...(may(auditEvent) && { auditEvents: eventsOf(uid) }),
  };
}

/** Texts, as every count in the API is; none of what is no group. */
function countsIn({ type }: ResourceDefinition, uid: string): JsonObject {
  const { here, below } = countsOf(type, uid) ?? { here: 0, below: 0 };
  return { here: String(here), below: String(below) };
}

function advisoriesOf(uid: string, now: number): JsonObject {
  const severities = SEVERITIES.map((name, rank) => {
    const count = countRows('Advisory', [{ sql: 't."severity" = ?', params: [rank] }, below(uid)]);
    return [name, String(count)] as const;
  });
  return { severities: Object.fromEntries(severities), weeks: weeksOf(uid, now) };
}

/** New advisories in each of the last weeks, the oldest first; the last one ends now. */
function weeksOf(uid: string, now: number): JsonObject[] {
  const start = now - WEEKS * WEEK_MS;
  const { after, before } = belowRange(uid);
  const found = prepared(
    `SELECT CAST(("createTime" - ?) / ${WEEK_MS} AS INTEGER) AS week, "severity", count(*) AS n
     FROM "Advisory" WHERE "createTime" >= ? AND "createTime" < ? AND "uid" > ? AND "uid" < ?
     GROUP BY week, "severity"`,
  ).all(start, start, now, after, before) as { week: number; severity: number; n: number }[];
  return Array.from({ length: WEEKS }, (_, week) => ({
    startTime: new Date(start + week * WEEK_MS).toISOString(),
    endTime: new Date(start + (week + 1) * WEEK_MS).toISOString(),
    severities: Object.fromEntries(
      found
        .filter((row) => row.week === week)
        .map(({ severity, n }) => [SEVERITIES[severity] ?? SEVERITIES[0], String(n)]),
    ),
  }));
}

function identitiesOf(uid: string, now: number): JsonObject {
  const seenSince: Condition = {
    sql: 't."lastSeenTime" >= ?',
    params: [now - SEEN_DAYS * DAY_MS],
  };
  const unseenSince: Condition = {
    sql: 't."lastSeenTime" < ?',
    params: [now - UNSEEN_DAYS * DAY_MS],
  };
  const within = below(uid);
  return {
    seenRecently: String(countRows('Identity', [seenSince, within])),
    longUnseen: String(countRows('Identity', [unseenSince, within])),
    recent: first(identity, [within], 'lastSeenTime', SHOWN, true),
    unseen: first(identity, [unseenSince, within], 'lastSeenTime', SHOWN),
  };
}

function invitesOf(uid: string, now: number): JsonObject {
  const open: Condition = {
    sql: 't."expirationTime" > ? AND (t."singleUse" = 0 OR t."usedTime" IS NULL)',
    params: [now],
  };
  const where = [open, below(uid)];
  return {
    open: String(countRows('GroupInvite', where)),
    expiring: first(groupInvite, where, 'expirationTime', SHOWN),
  };
}

/** How many identities are bound to a role here or below; they may live anywhere. */
function bindingsOf(uid: string): JsonObject {
  const { after, before } = belowRange(uid);
  const { n } = prepared(
    `SELECT count(DISTINCT "identityUid") AS n FROM "RoleBinding" WHERE "uid" > ? AND "uid" < ?`,
  ).get(after, before) as { n: number };
  return { identities: String(n) };
}

function eventsOf(uid: string): JsonObject[] {
  return first(auditEvent, [below(uid)], 'createTime', SHOWN_EVENTS, true);
}
