/** The rows of a data set that the workloads request. */
import type { Database as Sqlite } from 'better-sqlite3';
import { Random } from '../cli/demo/random.ts';
import { topmost } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { writeAdvisories } from './advisory-rows.ts';
import type { Caller, CallerMarks, Landmarks, Size } from './sizes.ts';
import { inserter, timesOf } from './insert.ts';
import { plantTree, zipf } from './tree.ts';
import type { PlacedGroup } from './tree.ts';

const BINDINGS = 3;
const LARGE_BINDINGS = 4;
const SCATTERED_BINDINGS = 30;
const ISSUER = 'https://people.example.com';
const KEPT = 64;

/** A sample of this size, evenly spread over the list. */
function some<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, index) => list[Math.floor(index * step)] as T,
  );
}

export function writeRows(database: Sqlite, size: Size): Landmarks {
  const groups = plantTree(new Random('groups'), size.groups);
  writeGroups(database, groups);
  const access = writeAccess(database, groups, size);
  const repos = writeRepos(database, groups, size);
  const below = writeAdvisories(database, groups, size);
  const marksOf = ({ uid, bound }: Access): CallerMarks => ({
    uid,
    parents: bound,
    home: bound[0] ?? '',
    repos: some(
      repos.filter((repo) => bound.some((group) => repo.uid.startsWith(`${group}/`))),
      KEPT,
    ),
    middle: Math.floor(topmost(bound).reduce((sum, top) => sum + (below.get(top) ?? 0), 0) / 2),
  });
  const around = (share: number) => {
    const inner = groups.slice(1).filter(({ uid }) => (below.get(uid) ?? 0) > 0);
    const target = size.advisories * share;
    const distance = ({ uid }: PlacedGroup) => Math.abs(Math.log((below.get(uid) ?? 1) / target));
    return inner
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, KEPT / 4)
      .map(({ uid }) => uid);
  };
  return {
    root: groups[0]?.uid ?? '',
    callers: {
      owner: {
        ...marksOf(access.owner),
        parents: some(
          groups.filter(({ below: count }) => count >= 10 && count < 2_000),
          KEPT,
        ).map(({ uid }) => uid),
      },
      four: marksOf(access.four),
      scattered: marksOf(access.scattered),
    },
    smallGroups: around(20 / size.advisories),
    middleGroups: around(0.03),
  };
}

function writeGroups(database: Sqlite, groups: readonly PlacedGroup[]): void {
  const random = new Random('group rows');
  const insert = inserter(database, 'Group');
  groups.forEach((group, index) =>
    insert({
      uid: group.uid,
      parent: group.parent,
      name: index === 0 ? 'bench' : `group ${random.hex(4)} ${index}`,
      description: `Group number ${index}`,
      resourceLimits: '{}',
      verified: 0,
      ...timesOf(random, group),
      revision: 1,
    }),
  );
}

/** An identity, and the groups that it has a binding in. */
interface Access {
  uid: string;
  bound: string[];
}

function writeAccess(
  database: Sqlite,
  groups: readonly PlacedGroup[],
  size: Size,
): Record<Caller, Access> {
  const random = new Random('access');
  const [insertIdentity, insertBinding] = [
    inserter(database, 'Identity'),
    inserter(database, 'RoleBinding'),
  ];
  const addIdentity = (group: PlacedGroup, name: string): string => {
    const uid = random.childUid(group.uid);
    const times = timesOf(random, group);
    insertIdentity({
      uid,
      parent: group.uid,
      name,
      description: '',
      issuer: ISSUER,
      subject: name,
      claims: '{}',
      claimPatterns: '{}',
      lastSeenTime: times.updateTime,
      ...times,
      revision: 1,
    });
    return uid;
  };
  const bind = (group: PlacedGroup, identityUid: string, role: string) =>
    insertBinding({
      uid: random.childUid(group.uid),
      parent: group.uid,
      identityUid,
      roleUid: builtInRole(role).uid,
      createTime: timesOf(random, group).createTime,
      revision: 1,
    });
  const root = groups[0] as PlacedGroup;
  const addCaller = (name: string, role: string, bound: readonly PlacedGroup[]): Access => {
    const uid = addIdentity(root, name);
    for (const group of bound) bind(group, uid, role);
    return { uid, bound: bound.map((group) => group.uid) };
  };
  const outer = groups.filter(({ depth }) => depth === 1).toSorted((a, b) => b.below - a.below);
  const inner = groups.filter(({ depth, below }) => depth >= 2 && below > 0);
  const callers = {
    owner: addCaller('owner', 'owner', [root]),
    four: addCaller('four', 'owner', outer.slice(0, LARGE_BINDINGS)),
    scattered: addCaller('scattered', 'editor', some(inner, SCATTERED_BINDINGS)),
  };
  const roles = ['viewer', 'editor', 'auditor'];
  for (let index = 0; index < size.identities; index += 1) {
    const uid = addIdentity(random.pick(groups), `person ${index}`);
    for (let nth = 0; nth < BINDINGS; nth += 1) bind(random.pick(groups), uid, roles[nth] ?? '');
  }
  return callers;
}

function writeRepos(database: Sqlite, groups: readonly PlacedGroup[], size: Size) {
  const random = new Random('repos');
  const insert = inserter(database, 'Repo');
  const draw = zipf(random, groups.length);
  return Array.from({ length: size.repos }, (_, index) => {
    const group = groups[draw()] as PlacedGroup;
    const [uid, name] = [random.childUid(group.uid), `${random.hex(6)}-${index}`];
    insert({
      uid,
      parent: group.uid,
      name,
      description: `Image ${index}`,
      catalogTier: 'APPLICATION',
      bundles: '["base"]',
      aliases: '[]',
      activeTags: '["latest","v1"]',
      readme: `# ${name}\n\nAn image among many.`,
      ...timesOf(random, group),
      revision: 1,
    });
    return { uid, name };
  });
}
