/** The tree: areas, teams, services, environments, regions. */
import { AREAS, ENVIRONMENTS, REGIONS, TEAMS_IN_REGIONS } from './organization-chart.ts';
import type { Area } from './organization-chart.ts';
import type { Random } from './random.ts';
import { after, HOUR_MS, workTime } from './times.ts';
import type { Group } from './rows.ts';

export type Level = 'area' | 'team' | 'service' | 'environment' | 'region';

export interface DemoGroup {
  row: Group;
  level: Level;
  /** The area of the group, or the group's own name if it is an area. */
  area: Group;
  /** The team of the group, or the group's own name if it is a team; null for an area. */
  team: Group | null;
  /** The service of the group, or the group's own name if it is a service; null above services. */
  service: Group | null;
}

/** What all parts of the organization build on. */
export interface Ground {
  root: Group;
  groups: readonly DemoGroup[];
  now: Date;
}

interface Place {
  level: Level;
  parent: DemoGroup | null;
  description?: string;
}

const ENVIRONMENT_TEXT = {
  production: 'What customers use',
  staging: 'The next release, as production runs it',
  development: 'Where it may break',
} as const;

export const sentence = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

/** All groups below `root`, each after its parent. */
export function planGroups(random: Random, root: Group, now: Date): DemoGroup[] {
  const groups: DemoGroup[] = [];

  const add = (name: string, { level, parent, description = '' }: Place): DemoGroup => {
    const row = newGroup(random, { parent: parent?.row ?? root, name, description, now });
    const group: DemoGroup = {
      row: { ...row, verified: level === 'area' },
      level,
      area: parent?.area ?? row,
      team: level === 'team' ? row : (parent?.team ?? null),
      service: level === 'service' ? row : (parent?.service ?? null),
    };
    groups.push(group);
    return group;
  };

  let teams = 0;
  for (const { name, description, teams: its } of AREAS) {
    const area = add(name, { level: 'area', parent: null, description });
    for (const team of its) {
      addTeam(add, area, team, teams < TEAMS_IN_REGIONS);
      teams += 1;
    }
  }
  return groups;
}

/**
 * A team with one service in all environments, optionally with regions in production, and a small
 * service.
 */
function addTeam(
  add: (name: string, place: Place) => DemoGroup,
  area: DemoGroup,
  [name, [main, other]]: Area['teams'][number],
  inRegions: boolean,
): void {
  const description = `Looks after ${main} and ${other}`;
  const team = add(name, { level: 'team', parent: area, description });
  const service = add(main, {
    level: 'service',
    parent: team,
    description: `${sentence(main)}, in all environments`,
  });
  for (const environment of ENVIRONMENTS) {
    const group = add(environment, {
      level: 'environment',
      parent: service,
      description: ENVIRONMENT_TEXT[environment],
    });
    if (!inRegions || environment !== 'production') continue;
    for (const region of REGIONS) add(region, { level: 'region', parent: group });
  }
  add(other, { level: 'service', parent: team, description: sentence(other) });
}

interface NewGroup {
  parent: Group;
  name: string;
  description: string;
  now: Date;
}

function newGroup(random: Random, { parent, name, description, now }: NewGroup): Group {
  // Each group is created within a quarter of its parent's age, so the tree grows from the top.
  const age = now.getTime() - parent.createTime.getTime();
  const createTime = workTime(
    random,
    after(parent.createTime, HOUR_MS),
    after(parent.createTime, age / 4),
  );
  return {
    uid: random.childUid(parent.uid),
    parent: parent.uid,
    name,
    description,
    resourceLimits: {},
    verified: false,
    foundedBy: null,
    createTime,
    updateTime: createTime,
    revision: 1,
  };
}
