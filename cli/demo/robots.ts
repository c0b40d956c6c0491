/** Machines: workflows of GitHub and GitLab, workloads of clusters and clouds. */
import type { DemoGroup, Ground } from './groups.ts';
import { lastSeen } from './last-seen.ts';
import type { Random } from './random.ts';
import { after, DAY_MS, workTime } from './times.ts';
import type { Group, Identity } from './rows.ts';

const GITHUB = 'https://token.actions.githubusercontent.com';
const GITLAB = 'https://gitlab.com';
const GOOGLE = 'https://accounts.google.com';

/** GitHub's number of the demo organization. The number stays if another owner takes the name. */
const GITHUB_OWNER_ID = '48163290';

export interface Robot {
  row: Identity;
  group: DemoGroup;
}

type Match = Partial<Identity> & Pick<Identity, 'name'>;

/** One robot for each service, environment and region, then one for each team, `count` in all. */
export function planRobots(random: Random, { groups, now }: Ground, count: number): Robot[] {
  const robots: Robot[] = [];
  const add = (group: DemoGroup, match: Match) => {
    if (robots.length < count) robots.push({ group, row: robotRow(random, group.row, match, now) });
  };
  for (const group of groups) {
    const match = matchFor(random, group);
    if (match !== null) add(group, match);
  }
  const teams = groups.filter(({ level }) => level === 'team');
  for (const [index, team] of teams.entries()) {
    const make = [gitlab, terraform, pullRequests][index % 3] ?? terraform;
    add(team, make(random, team));
  }
  return robots;
}

function matchFor(random: Random, group: DemoGroup): Match | null {
  const repository = `acme/${group.service?.name ?? ''}`;
  switch (group.level) {
    case 'service':
      return {
        name: `${group.row.name} build`,
        description: 'Builds and publishes what is on main',
        issuer: GITHUB,
        subject: `repo:${repository}:ref:refs/heads/main`,
      };
    case 'environment':
      // Development accepts any branch.
      return group.row.name === 'development' ? branches(repository) : deploys(repository, group);
    case 'region':
      return workload(random, group);
    default:
      return null;
  }
}

const deploys = (repository: string, group: DemoGroup): Match => ({
  name: `${group.service?.name ?? ''} deploy`,
  description: `GitHub Actions, environment ${group.row.name}`,
  issuer: GITHUB,
  subject: `repo:${repository}:environment:${group.row.name}`,
  claims: { repository_owner_id: GITHUB_OWNER_ID },
});

const branches = (repository: string): Match => ({
  name: 'any branch',
  description: 'GitHub Actions on branches and pull requests',
  issuer: GITHUB,
  subjectPattern: `repo:${repository}:(pull_request|ref:refs/heads/.+)`,
  claims: { repository_owner_id: GITHUB_OWNER_ID },
});

function workload(random: Random, { row: { name: region }, service }: DemoGroup): Match {
  return {
    name: `${service?.name ?? ''} pods`,
    description: `The service account of its pods in ${region}`,
    issuer: `https://oidc.eks.${region}.amazonaws.com/id/${random.hex(32).toUpperCase()}`,
    subject: `system:serviceaccount:${service?.name ?? ''}:default`,
    audience: 'grove',
  };
}

const gitlab = (_: Random, { row: { name } }: DemoGroup): Match => {
  const project = name.replaceAll(' ', '-');
  return {
    name: `${project} tools`,
    description: 'GitLab, tags that look like a version',
    issuer: GITLAB,
    subjectPattern: `project_path:acme/${project}-tools:ref_type:tag:ref:v[0-9]+(\\.[0-9]+)*`,
    claimPatterns: { user_login: '(ci|release)-.*' },
  };
};

const terraform = (random: Random, { row: { name } }: DemoGroup): Match => ({
  name: 'terraform',
  description: `Service account terraform-${name.replaceAll(' ', '-')}`,
  issuer: GOOGLE,
  subject: random.digits(21),
});

const pullRequests = (_: Random, { row: { name } }: DemoGroup): Match => ({
  name: 'pull requests',
  issuer: GITHUB,
  subjectPattern: `repo:acme/${name.replaceAll(' ', '-')}-[a-z-]+:pull_request`,
});

function robotRow(random: Random, group: Group, match: Match, now: Date): Identity {
  const start = after(group.createTime, DAY_MS / 24);
  const latest = after(start, (now.getTime() - start.getTime()) * 0.8);
  const createTime = workTime(random, start, latest);
  return {
    uid: random.childUid(group.uid),
    parent: group.uid,
    description: '',
    issuer: null,
    issuerPattern: null,
    subject: null,
    subjectPattern: null,
    audience: null,
    audiencePattern: null,
    claims: {},
    claimPatterns: {},
    email: null,
    emailUnverified: null,
    blockedTime: null,
    blockedGroup: null,
    blockedBy: null,
    blockReason: '',
    namesSince: null,
    unconfirmedTime: null,
    matchesAnyAccount: null,
    lastSeenTime: lastSeen(random, { createTime, now, isRobot: true }),
    createTime,
    updateTime: createTime,
    revision: 1,
    ...match,
  };
}
