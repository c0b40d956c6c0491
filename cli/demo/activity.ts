/** The audit log of how the organization was built, and of the changes since. */
import { isSameOrBelow } from '#lib/aip/uid.ts';
import { accountAssociation } from '#lib/resources/account-association.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import { requestRule } from '#lib/resources/request-rule.ts';
import { role as roleResource } from '#lib/resources/role.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { DemoPlan } from './demo-plan.ts';
import type { Random } from './random.ts';
import { recordOf } from './records.ts';
import type { Happening } from './records.ts';
import { after, before, DAY_MS, later, MINUTE_MS, workTime } from './times.ts';
import type { AuditEvent, Group, Identity } from './rows.ts';

type Holdings = Omit<DemoPlan, 'events'>;

const EDITS = 60;
const DENIALS = 14;
/** Minutes since the most recent edits. The other edits lie within the last half year. */
const LATELY = [9, 34, 71, 160, 305, 540, 1310, 1490, 1740, 2890];

export function planActivity(random: Random, plan: Holdings, now: Date): AuditEvent[] {
  const actorAt = actors(plan);
  const record = (happening: Omit<Happening, 'actor'> & { actor?: Identity }) =>
    recordOf(random, { actor: actorAt(happening.group, happening.time), ...happening });
  const made = creations(plan).map(({ definition, row, ...by }) =>
    record({
      ...by,
      definition,
      operation: 'create',
      resource: row.uid,
      group: definition === groupResource ? row.uid : String(row.parent),
      time: row.createTime,
      after: definition.toJson(row),
    }),
  );
  const edited = Array.from({ length: EDITS }, (_, index) => {
    const ago = LATELY[index];
    const timeFor = (row: BaseRow) =>
      ago === undefined ? sinceHalfYear(random, row, now) : before(now, ago * MINUTE_MS);
    const change = random.pick([editGroup, editIdentity, removeBinding]);
    return record(change(random, plan, timeFor));
  });
  const denied = Array.from({ length: DENIALS }, () => record(denialOf(random, plan, now)));
  return [...made, ...edited, ...denied];
}

interface Creation {
  definition: ResourceDefinition;
  row: BaseRow;
  /** Whoever leads the group unless given. */
  actor?: Identity;
}

/** Every resource that the API can create. */
function creations(plan: Holdings): Creation[] {
  const of = (definition: ResourceDefinition, rows: readonly BaseRow[]) =>
    rows.map((row) => ({ definition, row }));
  return [
    ...of(groupResource, [plan.root, ...plan.groups.map(({ row }) => row)]),
    ...of(roleResource, plan.roles),
    ...of(identityResource, [plan.owner, ...plan.identities]),
    ...of(identityProvider, plan.providers),
    ...of(accountAssociation, [plan.association]),
    ...of(
      roleBinding,
      [plan.ownership, ...plan.bindings].map(({ row, ...ends }) => ({ ...row, ...ends })),
    ),
    ...of(
      groupInvite,
      plan.invites.map(({ row, role }) => ({ ...row, role })),
    ),
    ...of(requestRule, plan.requestRules).map((one) => ({ ...one, actor: plan.owner })),
  ];
}

/** The identity that makes changes in a group: the team's lead if there is one, else the owner. */
function actors({ owner, people }: Holdings): (group: string, time: Date) => Identity {
  const leads = people.filter(({ isLead }) => isLead);
  return (group, time) => {
    const lead = leads.find(
      ({ row, team }) => row.createTime < time && isSameOrBelow(group, team.row.uid),
    );
    return lead?.row ?? owner;
  };
}

function sinceHalfYear(random: Random, { createTime }: BaseRow, now: Date): Date {
  const from = later(after(createTime, DAY_MS), before(now, 180 * DAY_MS));
  return workTime(random, from, before(now, 3 * DAY_MS));
}

type Change = (
  random: Random,
  plan: Holdings,
  timeFor: (row: BaseRow) => Date,
) => Omit<Happening, 'actor'>;

/** A row that was not edited yet and is old enough to have been. */
function pickOld<Row extends BaseRow>(random: Random, rows: readonly Row[]): Row {
  const [newest] = rows.map(({ createTime }) => createTime).sort((a, b) => Number(b) - Number(a));
  const cut = before(newest as Date, 7 * DAY_MS);
  return random.pick(rows.filter(({ revision, createTime }) => revision === 1 && createTime < cut));
}

const editGroup: Change = (random, { groups }, timeFor) => {
  const row = pickOld(
    random,
    groups.map((group) => group.row),
  );
  const channel = `Ask in #${row.name.replaceAll(/[ .]/g, '-')}`;
  const description = [row.description, channel].filter(Boolean).join('. ');
  return { ...edit(groupResource, row, { description, time: timeFor(row) }), group: row.uid };
};

const editIdentity: Change = (random, { identities }, timeFor) => {
  const row = pickOld(
    random,
    identities.filter(({ email }) => email === null),
  );
  const description = [row.description, 'Reviewed'].filter(Boolean).join('. ');
  return { ...edit(identityResource, row, { description, time: timeFor(row) }), group: row.parent };
};

/** Changes the row, so that the audit record and the resource agree. */
function edit(
  definition: ResourceDefinition,
  row: Group | Identity,
  { description, time }: { description: string; time: Date },
) {
  const old = definition.toJson(row);
  Object.assign(row, { description, updateTime: time, revision: row.revision + 1 });
  return {
    definition,
    operation: 'update' as const,
    resource: row.uid,
    time,
    before: old,
    after: definition.toJson(row),
  };
}

/** A binding that no longer exists, of a person who helped out in another team. */
const removeBinding: Change = (random, { people, groups, bindings }, timeFor) => {
  const { identity, role } = random.pick(
    bindings.filter(({ role: { name } }) => name === 'viewer'),
  );
  const { team } = random.pick(people);
  const { row: group } = random.pick(groups.filter(({ area }) => area === team.area));
  const began = later(identity.createTime, group.createTime);
  const row = {
    uid: random.childUid(group.uid),
    createTime: began,
    identity,
    group,
    role,
    unconfirmedTime: null,
    startTime: null,
    expirationTime: null,
  };
  return {
    definition: roleBinding,
    operation: 'delete',
    resource: row.uid,
    group: group.uid,
    time: timeFor({ ...row, parent: group.uid }),
    before: roleBinding.toJson({ ...row, parent: group.uid }),
  };
};

/** A person with read access tries to add a colleague. */
function denialOf(
  random: Random,
  { people, groups }: Holdings,
  now: Date,
): Omit<Happening, 'actor'> & { actor: Identity } {
  const { row: actor, team } = random.pick(people.filter(({ isLead }) => !isLead));
  const elsewhere = groups.filter(({ area }) => area !== team.area);
  const group = random.pick(elsewhere).row.uid;
  const time = workTime(random, later(actor.createTime, before(now, 60 * DAY_MS)), now);
  return {
    definition: random.pick([roleBinding, identityResource, groupInvite]),
    operation: 'create',
    resource: group,
    group,
    actor,
    time,
    isDenied: true,
  };
}
