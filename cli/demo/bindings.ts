/** Role bindings, some of them redundant. */
import type { Ground } from './groups.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import type { Robot } from './robots.ts';
import { after, DAY_MS, earlier, later, MINUTE_MS, workTime } from './times.ts';
import type { Group, Identity, Role, RoleBinding } from './rows.ts';

/** A binding with the identity, group and role that the API shows. */
export interface DemoBinding {
  row: RoleBinding;
  identity: Identity;
  group: Group;
  role: Role;
}

interface BindingsRequest extends Ground {
  people: readonly Person[];
  robots: readonly Robot[];
  roleNamed: (name: string) => Role;
  /** How many bindings to add to the existing ones. */
  count: number;
}

interface When {
  /** Whether it may be of today. */
  isLate?: boolean;
  /** Ends so many days after it was made, unless that was long ago. */
  days?: number;
}

type Bind = (identity: Identity, role: string, group: Group, when?: When) => void;

const wholeSecond = (time: Date) => new Date(Math.floor(time.getTime() / 1_000) * 1_000);

export function planBindings(random: Random, request: BindingsRequest): DemoBinding[] {
  const { roleNamed, count, now } = request;
  const bindings: DemoBinding[] = [];
  const taken = new Set<string>();
  const bind: Bind = (identity, roleName, group, { isLate = false, days } = {}) => {
    const role = roleNamed(roleName);
    const key = `${group.uid} ${identity.uid} ${role.uid}`;
    if (bindings.length >= count || taken.has(key)) return;
    taken.add(key);
    const start = after(
      [identity, group, role].map(({ createTime }) => createTime).reduce(later),
      MINUTE_MS,
    );
    const end = isLate ? now : earlier(now, after(start, 2 * DAY_MS));
    const createTime = earlier(now, workTime(random, start, end));
    const last = days === undefined ? null : wholeSecond(after(createTime, days * DAY_MS));
    const row: RoleBinding = {
      uid: random.childUid(group.uid),
      parent: group.uid,
      identityUid: identity.uid,
      roleUid: role.uid,
      providerUid: null,
      byItself: null,
      unconfirmedTime: null,
      boundAs: null,
      startTime: null,
      expirationTime: last !== null && last > now ? last : null,
      createTime,
      revision: 1,
    };
    bindings.push({ row, identity, group, role });
  };
  bindOfficers(bind, request);
  for (const person of request.people) bindPerson(random, bind, person);
  for (const robot of request.robots) bindRobot(bind, robot);
  while (bindings.length < count) bindMore(random, bind, request);
  return bindings;
}

/** Bindings of the people who are responsible for the whole organization. */
function bindOfficers(bind: Bind, { root, people }: BindingsRequest): void {
  const [owner, ...others] = people.filter(({ team, isLead }) => {
    return isLead && ['security', 'platform'].includes(team.area.name);
  });
  if (owner) bind(owner.row, 'owner', root);
  for (const [index, { row }] of others.slice(0, 4).entries()) {
    bind(row, index < 2 ? 'auditor' : 'access reviewer', root);
  }
}

function bindPerson(random: Random, bind: Bind, { row, team, isLead, isPartner }: Person): void {
  const home = team.team ?? team.row;
  if (isPartner) return bind(row, 'registry.viewer', home);
  bind(row, 'viewer', team.area);
  if (isLead) {
    bind(row, 'team lead', home);
    return bind(row, 'editor', home);
  }
  const role = random.weighted({
    editor: 11,
    viewer: 3,
    'release manager': 3,
    'incident responder': 3,
  });
  bind(row, role, home);
}

function bindRobot(bind: Bind, { row, group }: Robot): void {
  const role = { service: 'pipeline', team: 'editor', region: 'registry.viewer' }[
    group.level as string
  ];
  if (group.service?.name === 'scanning') return bind(row, 'scanner', group.area);
  bind(row, role ?? (group.row.name === 'development' ? 'registry.viewer' : 'pipeline'), group.row);
}

/**
 * Bindings that accumulate over time: visitors, people on call, and grants that a group above
 * already gives.
 */
function bindMore(random: Random, bind: Bind, { groups, people, robots }: BindingsRequest): void {
  const person = random.pick(people);
  const own = groups.filter(({ area }) => area === person.team.area);
  const kind = random.weighted({ visit: 9, twice: 5, onCall: 3, images: 3 });
  if (kind === 'images') {
    const images = groups.find(({ row }) => row.name === 'images');
    return bind(random.pick(robots).row, 'registry.viewer', images?.row ?? person.team.row, {
      isLate: true,
    });
  }
  if (person.isPartner) return;
  if (kind === 'onCall')
    return bind(person.row, 'incident responder', random.pick(own).row, {
      isLate: true,
      days: 28,
    });
  if (kind === 'twice') {
    const role = random.pick(['viewer', 'registry.viewer', 'advisories.viewer']);
    return bind(person.row, role, random.pick(own).row, { isLate: true });
  }
  const elsewhere = groups.filter(
    ({ area, level }) => area !== person.team.area && level === 'team',
  );
  return bind(person.row, 'viewer', random.pick(elsewhere).row, { isLate: true, days: 90 });
}
