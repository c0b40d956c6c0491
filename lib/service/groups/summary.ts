/**
 * Figures about a group, for a page that would otherwise need many lists. Leaves out what the
 * caller may not list.
 */
import { inOrder } from '#lib/in-order.ts';
import { checkUid } from '#lib/aip/uid.ts';
import { auditType } from '#lib/audit/record.ts';
import type { AuditEventJson } from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import type {
  SummarizeGroupResponse_Advisories_WeekJson,
  SummarizeGroupResponse_AdvisoriesJson,
  SummarizeGroupResponse_CountJson,
  SummarizeGroupResponse_GroupInvitesJson,
  SummarizeGroupResponse_IdentitiesJson,
  SummarizeGroupRequestJson,
  SummarizeGroupResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_summary_pb.js';
import { advisory, SEVERITIES } from '#lib/resources/advisory.ts';
import { OPEN_STATUSES } from '#lib/resources/advisory-statuses.ts';
import { auditEvent } from '#lib/resources/audit-event.ts';
import { capabilityOf, holdsGroup } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import type { Operation } from '#lib/resources/operations.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { askerOf, type Call } from '#lib/service/calls/call.ts';
import { DOMAIN_TYPES } from '#lib/service/groups/domain-checks.ts';
import { POLICY_UPDATED } from '#lib/service/groups/policy.ts';
import { requireAt } from '#lib/service/calls/attempt.ts';
import { whereNotEnded } from '#lib/store/in-effect.ts';
import {
  all,
  any,
  atLeast,
  below,
  is,
  isIn,
  lessThan,
  moreThan,
  not,
  same,
} from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { committed, type Asker } from '#lib/store/store.ts';

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
async function first<Json>(
  definition: ResourceDefinition<Json>,
  where: Predicate,
  column: string,
  descending = false,
): Promise<Json[]> {
  const rows = await committed.inOrder(definition.type, where, { column, descending }, SHOWN);
  return rows.map((row) => definition.toJson(row));
}

/**
 * @throws ApiError INVALID_ARGUMENT on `group_uid`; PERMISSION_DENIED without
 *   `groups.list` at the group.
 */
export async function summarizeGroup(
  call: Call,
  { groupUid = '', countsOnly = false }: SummarizeGroupRequestJson,
): Promise<SummarizeGroupResponseJson> {
  const uid = checkUid(groupUid, 'group_uid');
  await requireAt(call, group, 'get', 'groups.list', uid);
  const may = ({ type }: ResourceDefinition) => call.reach.holds(capabilityOf(type, 'list'), uid);
  if (countsOnly) return { groupUid: uid, counts: await countsOf(uid, COUNTED.filter(may)) };
  const now = Date.now();
  const asker = await askerOf(call);
  const [counts, advisories, auditEvents, bound] = await inOrder(
    countsOf(uid, COUNTED.filter(may)),
    may(advisory) && advisoriesOf(uid, now, asker),
    may(auditEvent) && changesIn(uid),
    may(roleBinding) && boundIn(uid, asker),
  );
  // Not at the same time as those before, so that others get connections and threads, too.
  const [identities, groupInvites] = await inOrder(
    may(identity) && identitiesOf(uid, now, asker),
    may(groupInvite) && invitesOf(uid, new Date(now), asker),
  );
  return {
    groupUid: uid,
    counts,
    ...(advisories !== false && { advisories }),
    ...(identities !== false && { identities }),
    ...(groupInvites !== false && { groupInvites }),
    ...(bound !== false && { roleBindings: { identities: bound } }),
    ...(auditEvents !== false && { auditEvents }),
  };
}

/** Counts are texts, as everywhere in the API. A group that does not exist has zeros. */
async function countsOf(
  uid: string,
  kinds: readonly ResourceDefinition[],
): Promise<Record<string, SummarizeGroupResponse_CountJson>> {
  const types = kinds.map(({ type }) => type);
  const tallies = (await committed.tallies(types, [uid])).get(uid);
  return Object.fromEntries(
    kinds.map(({ type, collection }) => {
      const { here, below: deep } = tallies?.get(type) ?? { here: 0, below: 0 };
      return [collection, { here: String(here), below: String(deep) }];
    }),
  );
}

/** The newest changes in the group and below it, and attempts that were denied. */
async function changesIn(uid: string): Promise<AuditEventJson[]> {
  const newest = { order: { column: 'createTime', descending: true }, limit: RECENT } as const;
  const rows = await committed.find('AuditEvent', all(below(uid), IS_CHANGE), newest);
  return rows.map((row) => auditEvent.toJson(row));
}

async function advisoriesOf(
  uid: string,
  now: number,
  asker: Asker,
): Promise<SummarizeGroupResponse_AdvisoriesJson> {
  const [found, weeks] = await inOrder(
    committed.advisoriesByStatus(uid, asker),
    weeksOf(uid, now, asker),
  );
  const bySeverity = (rows: typeof found): Record<string, string> =>
    Object.fromEntries(
      SEVERITIES.map((name, rank) => {
        const counts = rows.map(({ severity, count }) => (severity === rank ? count : 0));
        return [name, String(counts.reduce((sum, count) => sum + count, 0))];
      }),
    );
  const open = found.filter(({ status }) => OPEN_STATUSES.includes(status));
  return {
    severities: bySeverity(found),
    openSeverities: bySeverity(open),
    weeks,
  };
}

/** New advisories in each of the last weeks, the oldest first. The last week ends now. */
async function weeksOf(
  uid: string,
  now: number,
  asker: Asker,
): Promise<SummarizeGroupResponse_Advisories_WeekJson[]> {
  const start = now - WEEKS * WEEK_MS;
  const found = await committed.advisoriesByWeek(uid, start, now, asker);
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

async function identitiesOf(
  uid: string,
  now: number,
  asker: Asker,
): Promise<SummarizeGroupResponse_IdentitiesJson> {
  const within = below(uid);
  // The last-seen time of an identity is its creation time until it is seen.
  const everSeen = all(not(same('lastSeenTime', 'createTime')), within);
  const seen = all(atLeast('lastSeenTime', new Date(now - SEEN_DAYS * DAY_MS)), everSeen);
  const unseen = all(lessThan('lastSeenTime', new Date(now - UNSEEN_DAYS * DAY_MS)), within);
  const [seenRecently, longUnseen, newest, oldest] = await inOrder(
    committed.countRows('Identity', seen, asker),
    committed.countRows('Identity', unseen, asker),
    first(identity, everSeen, 'lastSeenTime', true),
    first(identity, unseen, 'lastSeenTime'),
  );
  return {
    seenRecently: String(seenRecently),
    longUnseen: String(longUnseen),
    recent: newest,
    unseen: oldest,
  };
}

async function invitesOf(
  uid: string,
  now: Date,
  asker: Asker,
): Promise<SummarizeGroupResponse_GroupInvitesJson> {
  const whereUnused = any(is('singleUse', false), is('usedTime', null));
  const open = all(moreThan('expirationTime', now), whereUnused, below(uid));
  const [count, expiring] = await inOrder(
    committed.countRows('GroupInvite', open, asker),
    first(groupInvite, open, 'expirationTime'),
  );
  return { open: String(count), expiring };
}

/** How many identities have a role in the group or below it, or will. They may belong to any group. */
const boundIn = async (uid: string, asker: Asker): Promise<string> => {
  const where = all(below(uid), whereNotEnded);
  return String(await committed.countRows('RoleBinding', where, asker, 'identityUid'));
};

const RECENT = 8;

const OPERATIONS: readonly Operation[] = [
  'create',
  'update',
  'delete',
  'import',
  'sync',
  'accept',
  'block',
  'unblock',
];

const OF_RESOURCES = RESOURCES.flatMap((definition) =>
  OPERATIONS.map((operation) => auditType(definition, operation)),
);

/** Leaves out sign-ins and other uses of access, of which there may be many more. */
const IS_CHANGE = all(
  isIn('type', [...OF_RESOURCES, ...DOMAIN_TYPES, POLICY_UPDATED]),
  isIn('result', ['OK', 'PERMISSION_DENIED']),
);
