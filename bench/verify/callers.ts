/** Callers whose bindings lie here and there, deep, one above the other, or nowhere. */
import type { Random } from '../../cli/demo/random.ts';
import { CAPABILITIES } from '#lib/access/capabilities.ts';
import type { Capability } from '#lib/access/capabilities.ts';
import { BUILT_IN_ROLES, builtInRole } from '#lib/access/built-in-roles.ts';
import { pathUids } from '#lib/aip/uid.ts';
import type { World } from './world.ts';

type Bindings = readonly (readonly [group: string, roleUid: string])[];

const IDENTITIES = '/iam/v2beta1/identities';
export const BINDINGS = '/iam/v2beta1/roleBindings';
const ROLES = '/iam/v2beta1/roles';
const PEOPLE = 3;

/** Through the API, as the owner, who comes first of the callers. */
export async function addCallers(world: World, random: Random): Promise<void> {
  const { landmarks, groups } = world;
  await world.addCaller('owner', [landmarks.owner]);
  await world.addCaller('scattered', [landmarks.scattered]);
  const role = (name: string) => builtInRole(name).uid;
  const roles = [...BUILT_IN_ROLES.map(({ uid }) => uid), await newRole(world, random)];
  // At the same role in the same group twice is once.
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
    await world.addCaller(name, [await newIdentity(world, name, bindings)]);
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

/** Some of them, each with the same chance, and one at least. */
export function someCapabilities(random: Random, chance: number): Capability[] {
  const some = CAPABILITIES.filter(() => random.chance(chance));
  return some.length > 0 ? some : [random.pick(CAPABILITIES)];
}

async function newRole({ api, owner, landmarks }: World, random: Random): Promise<string> {
  const body = { name: 'verified', capabilities: someCapabilities(random, 0.5) };
  const { uid } = await api.done('POST', `${ROLES}/${landmarks.root}`, owner.token, body);
  return String(uid);
}

async function newIdentity(
  { api, owner, landmarks }: World,
  name: string,
  bindings: Bindings,
): Promise<string> {
  const claimMatch = { issuer: 'https://verify.example.com', subject: name };
  const body = { name: `caller ${name}`, claimMatch };
  const made = await api.done('POST', `${IDENTITIES}/${landmarks.root}`, owner.token, body);
  const identityUid = String(made['uid']);
  for (const [group, roleUid] of bindings) {
    await api.done('POST', `${BINDINGS}/${group}`, owner.token, { identityUid, roleUid });
  }
  return identityUid;
}
