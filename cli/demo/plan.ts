/** Plans the whole demo organization as rows from a seed. The same seed gives the same rows. */
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { planActivity } from './activity.ts';
import { planAdvisories } from './advisories.ts';
import { planBindings } from './bindings.ts';
import type { DemoBinding } from './bindings.ts';
import { planAssociation, planInvites } from './doors.ts';
import { planGroups } from './groups.ts';
import { planPeople, planProviders } from './people.ts';
import { Random } from './random.ts';
import { planRepos } from './repos.ts';
import { planRequestRules } from './request-rules.ts';
import { planRobots } from './robots.ts';
import { planRoles } from './roles.ts';
import type { DemoPlan } from './demo-plan.ts';
import { before, DAY_MS } from './times.ts';
import type { Group, Identity, Role, RoleBinding } from './rows.ts';

const PEOPLE = 209;
const ROBOTS = 190;
/** The owner's own binding is not counted. */
const BINDINGS = 999;
const REPOS = 50;
const ADVISORIES = 2000;
const AGE_MS = 730 * DAY_MS;

export interface DemoStart {
  seed: string;
  now: Date;
  /** The rows that already exist. The plan decides when the organization was founded. */
  root: Group;
  owner: Identity;
  ownerBinding: RoleBinding;
}

/** Finds custom and built-in roles by name. */
function roleFinder(own: readonly Role[], founded: Date): (name: string) => Role {
  const builtIn = BUILT_IN_ROLES.map(({ uid, name, description, capabilities }): Role => ({
    uid,
    parent: null,
    name,
    description,
    capabilities: [...capabilities],
    createTime: founded,
    updateTime: founded,
    revision: 1,
  }));
  return (name) => {
    const role = [...own, ...builtIn].find((candidate) => candidate.name === name);
    if (role === undefined) throw new Error(`no role ${name}`);
    return role;
  };
}

export function planDemo(start: DemoStart): DemoPlan {
  const { seed, now } = start;
  const part = (name: string) => new Random(`${seed}/${name}`);
  const founded = before(now, AGE_MS);
  const root: Group = { ...start.root, ...FOUNDER_TEXT, createTime: founded, updateTime: founded };
  const owner: Identity = { ...start.owner, createTime: founded, updateTime: founded };
  const groups = planGroups(part('groups'), root, now);
  const ground = { root, groups, now };
  const roles = planRoles(part('roles'), root);
  const roleNamed = roleFinder(roles, founded);
  const ownership: DemoBinding = {
    row: { ...start.ownerBinding, createTime: founded },
    identity: owner,
    group: root,
    role: roleNamed('owner'),
  };
  const people = planPeople(part('people'), ground, PEOPLE);
  const robots = planRobots(part('robots'), ground, ROBOTS);
  const bound = { ...ground, people, robots, roleNamed, count: BINDINGS };
  const bindings = planBindings(part('bindings'), bound);
  const repos = planRepos(part('repos'), ground, REPOS);
  const authors = people
    .filter(({ team }) => team.area.name === 'security')
    .map(({ row }) => row.email ?? '');
  const holdings = {
    root,
    owner,
    ownership,
    groups,
    roles,
    people,
    bindings,
    repos,
    identities: [...people, ...robots].map(({ row }) => row),
    providers: planProviders(part('providers'), ground),
    association: planAssociation(part('association'), root),
    invites: planInvites(part('invites'), ground, roleNamed),
    requestRules: planRequestRules(part('request rules'), { ...ground, owner, people, roleNamed }),
    advisories: planAdvisories(part('advisories'), {
      ...ground,
      repos,
      authors,
      count: ADVISORIES,
    }),
  };
  return { ...holdings, events: planActivity(part('activity'), holdings, now) };
}

const FOUNDER_TEXT = { description: 'Everything that Acme runs', verified: true };
