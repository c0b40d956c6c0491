/** The audit log of how the organization came to be, and of what was changed since. */
import { isSameOrBelow } from '#lib/aip/uid.ts';
import type { AuditEvent, Group, Identity } from '#lib/generated/prisma/client.ts';
import { accountAssociation } from '#lib/resources/account-association.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { group as groupResource } from '#lib/resources/group.ts';
import { groupInvite } from '#lib/resources/group-invite.ts';
import { identity as identityResource } from '#lib/resources/identity.ts';
import { identityProvider } from '#lib/resources/identity-provider.ts';
import { role as roleResource } from '#lib/resources/role.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';
import { recordOf } from './records.ts';
import type { Happening } from './records.ts';
import { after, before, DAY_MS, later, MINUTE_MS, workTime } from './times.ts';

type Holdings = Omit<DemoPlan, 'events'>;

const EDITS = 60;
const DENIALS = 14;
/** Minutes ago at which something was edited; the other edits are of the last half year. */
const LATELY = [9, 34, 71, 160, 305, 540, 1310, 1490, 1740, 2890];

export function planActivity(random: Random, plan: Holdings, now: Date): AuditEvent[] {
  const actorAt = actors(plan);
  const record = (happening: Omit<Happening, 'actor'> & { actor?: Identity }) =>
    recordOf(random, { actor: actorAt(happening.group, happening.time), ...happening });
  const made = creations(plan).map(({ definition, row }) =>
    record({
      definition,
      operation: 'create',
      resource: row.uid,
      group: definition === groupResource ? row.uid : String(row.parent),
      time: row.createTime,
      after: definition.toJson(row),
    }),
  );
  const edited = Array.from({ length: EDITS }, (_, index) => {
    const { row } = random.pick(plan.groups.filter(({ row: { revision } }) => revision === 1));
    const ago = LATELY[index];
    const time = ago === undefined ? sinceHalfYear(random, row, now) : before(now, ago * MINUTE_MS);
    return record({ ...editOf(row, time), group: row.uid, time });
  });
  const denied = Array.from({ length: DENIALS }, () => record(denialOf(random, plan, now)));
  return [...made, ...edited, ...denied];
}

interface Creation {
  definition: ResourceDefinition;
  row: BaseRow;
}

/** All that the API can make. */
function creations(plan: Holdings): Creation[] {
  const of = (definition: ResourceDefinition, rows: readonly BaseRow[]) =>
    rows.map((row) => ({ definition, row }));
  return [
    ...of(groupResource, [plan.root, ...plan.groups.map(({ row }) => row)]),
    ...of(roleResource, plan.roles),
    ...of(identityResource, plan.identities),
    ...of(identityProvider, plan.providers),
    ...of(accountAssociation, [plan.association]),
    ...of(
      roleBinding,
      plan.bindings.map(({ row, ...ends }) => ({ ...row, ...ends })),
    ),
    ...of(
      groupInvite,
      plan.invites.map(({ row, role }) => ({ ...row, role })),
    ),
  ];
}

/** Who does things in a group: the team's lead once there is one, else the owner. */
function actors({ owner, people }: Holdings): (group: string, time: Date) => Identity {
  const leads = people.filter(({ isLead }) => isLead);
  return (group, time) => {
    const lead = leads.find(
      ({ row, team }) => row.createTime < time && isSameOrBelow(group, team.row.uid),
    );
    return lead?.row ?? owner;
  };
}

function sinceHalfYear(random: Random, row: Group, now: Date): Date {
  const from = later(after(row.createTime, DAY_MS), before(now, 180 * DAY_MS));
  return workTime(random, from, before(now, 3 * DAY_MS));
}

/** Changes the row, so that the record and what it is about agree. */
function editOf(
  row: Group,
  time: Date,
): Pick<Happening, 'definition' | 'operation' | 'resource' | 'before' | 'after'> {
  const old = groupResource.toJson(row);
  const channel = `#${row.name.replaceAll(/[ .]/g, '-')}`;
  row.description =
    row.description === '' ? `Ask in ${channel}` : `${row.description}. Ask in ${channel}`;
  row.updateTime = time;
  row.revision += 1;
  return {
    definition: groupResource,
    operation: 'update',
    resource: row.uid,
    before: old,
    after: groupResource.toJson(row),
  };
}

/** Somebody who may only look tries to let a colleague in. */
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
