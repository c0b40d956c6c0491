/** Callers with bindings in several places, deep, above one another, or nowhere. */
import type { Random } from '../../cli/demo/random.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import { BUILT_IN_ROLES, builtInRole } from '#lib/resources/built-in-roles.ts';
import { pathUids } from '#lib/aip/uid.ts';
import { inserter } from '../insert.ts';
import type { Caller, World } from './world.ts';

type Bindings = readonly (readonly [group: string, roleUid: string])[];

const PEOPLE = 3;

/**
 * Inserted directly into the tables, so that the same seed gives the same uids; the owner comes
 * first.
 */
export async function addCallers(world: World, random: Random): Promise<void> {
  const { landmarks, groups } = world;
  await world.addCaller('owner', [landmarks.callers.owner.uid]);
  await world.addCaller('scattered', [landmarks.callers.scattered.uid]);
  const role = (name: string) => builtInRole(name).uid;
  const roles = [...BUILT_IN_ROLES.map(({ uid }) => uid), newRole(world, random)];
  // A role can be bound to the same identity only once per group.
  const some = (count: number, group: () => string): Bindings =>
    [...new Set(Array.from({ length: count }, group))].map((uid) => [uid, random.pick(roles)]);
  const deep = groups.slice(-Math.ceil(groups.length / 4));
  const chain = pathUids(random.pick(deep)).slice(1);
  const chains = chain.map((uid, level): [string, string] => [
    uid,
    role(['registry.viewer', 'auditor', 'editor', 'owner'][level % 4] ?? 'viewer'),
  ]);
  const plans: Record<string, Bindings> = {
    deep: some(12, () => random.pick(deep)),
    overlapping: [...chains, ...some(6, () => random.pick(chain))].filter(isFirst),
    large: some(4, () => random.pick(groups.slice(1, 50))),
    mixed: some(20, () => random.pick(groups)),
    nobody: [],
  };
  for (const [name, bindings] of Object.entries(plans)) {
    await world.addCaller(name, [newIdentity(world, random, name, bindings)]);
  }
  const both = ['deep', 'large'].flatMap(
    (name) => world.callers.find((caller) => caller.name === name)?.identities ?? [],
  );
  await world.addCaller('two at once', both);
  const people = world.statements.column(
    `SELECT "uid" FROM "Identity" WHERE "name" GLOB 'person *'`,
  );
  for (let nth = 0; nth < PEOPLE; nth += 1) {
    await world.addCaller(`person ${nth}`, [random.pick(people)]);
  }
}

function isFirst(
  [group, role]: readonly [string, string],
  index: number,
  all: readonly (readonly [string, string])[],
): boolean {
  return all.findIndex(([g, r]) => g === group && r === role) === index;
}

export function anyCaller({ owner, callers }: World, random: Random): Caller {
  return random.chance(0.3) ? owner : random.pick(callers);
}

/** A random selection of at least one element. */
export function someCapabilities(random: Random, chance: number): Capability[] {
  const some = CAPABILITIES.filter(() => random.chance(chance));
  return some.length > 0 ? some : [random.pick(CAPABILITIES)];
}

/** Any time except now. */
const TIMES = { createTime: Date.UTC(2025, 0, 1), updateTime: Date.UTC(2025, 0, 1) };

function newRole({ statements, landmarks }: World, random: Random): string {
  const uid = random.childUid(landmarks.root);
  inserter(
    statements.database,
    'Role',
  )({
    uid,
    parent: landmarks.root,
    name: 'verified',
    capabilities: JSON.stringify(someCapabilities(random, 0.5)),
    ...TIMES,
  });
  return uid;
}

function newIdentity(
  { statements, landmarks }: World,
  random: Random,
  name: string,
  bindings: Bindings,
): string {
  const identityUid = random.childUid(landmarks.root);
  inserter(
    statements.database,
    'Identity',
  )({
    uid: identityUid,
    parent: landmarks.root,
    name: `caller ${name}`,
    issuer: 'https://verify.example.com',
    subject: name,
    claims: '{}',
    claimPatterns: '{}',
    lastSeenTime: TIMES.createTime,
    ...TIMES,
  });
  const bind = inserter(statements.database, 'RoleBinding');
  for (const [parent, roleUid] of bindings) {
    const { createTime } = TIMES;
    bind({ uid: random.childUid(parent), parent, identityUid, roleUid, createTime });
  }
  return identityUid;
}
