/** Callers list, count, get and may write exactly what bindings and roles allow. */
import { Random } from '../../cli/demo/random.ts';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { OUTCOMES } from '../../e2e/api/properties/model.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { Api } from './api.ts';
import { operate } from './operations.ts';
import { anyOrder, askAtRandom } from './questions.ts';
import { walk } from './walk.ts';
import type { Caller, World } from './world.ts';

const BINDINGS = '/iam/v2beta1/roleBindings';

/** The number of lists for each caller and resource. */
const LISTS = 2;
const OPERATIONS = 1_500;
const TURNS = 30;
const PAGE = 100;

/** The resources with the most rules. */
const RULED = RESOURCES.filter(({ type }) =>
  ['Group', 'Identity', 'Role', 'RoleBinding'].includes(type),
);

export async function verifyAccess(world: World, seed: string): Promise<string> {
  // Each has its own seed, because rows created during a check have uids that no seed gives.
  const seeded = (what: string, nth: number) => new Random(`${what} ${nth} ${seed}`);
  let lists = 0;
  for (const caller of world.callers) {
    for (const definition of RESOURCES) {
      for (let nth = 0; nth < LISTS; nth += 1) {
        lists += 1;
        await listAs(world, seeded('list', lists), caller, definition);
      }
    }
  }
  const met = new Set<string>();
  for (let nth = 0; nth < OPERATIONS; nth += 1) {
    const random = seeded('operation', nth);
    const definition = random.pick(nth % 2 === 0 ? RESOURCES : RULED);
    met.add(await operate(world, random, definition));
  }
  const missing = OUTCOMES.filter((outcome) => !met.has(outcome));
  if (missing.length > 0) throw new Error(`nothing came to ${missing.join()}`);
  for (let nth = 0; nth < TURNS; nth += 1) await bindAndUnbind(world, seeded('binding', nth));
  const { length } = world.callers;
  return `${lists} lists and ${OPERATIONS} operations of ${length} callers, ${TURNS} bindings that came, changed and went`;
}

/** The first rows, those from a random position on, and the total. */
async function listAs(
  world: World,
  random: Random,
  caller: Caller,
  definition: ResourceDefinition,
): Promise<void> {
  const question = askAtRandom(world, random, definition);
  const total = world.expected.total(question, caller.identities);
  await walk(world, question, caller, [{ size: PAGE, skip: 0 }]);
  await walk(world, question, caller, [{ size: PAGE, skip: random.int(0, total) }]);
}

/** Checks that a change applies from the next request on, on an existing and on a new connection. */
async function bindAndUnbind(world: World, random: Random): Promise<void> {
  const { api, owner } = world;
  const caller = random.pick(world.callers.slice(1));
  const group = world.group(random);
  const taken = new Set(
    world.statements.column(
      `SELECT "roleUid" FROM "RoleBinding" WHERE "parent" = ? AND "identityUid" = ?`,
      group,
      caller.identities[0] ?? '',
    ),
  );
  const free = BUILT_IN_ROLES.filter(({ uid }) => !taken.has(uid));
  const [role, other] = [random.pick(free.slice(0, -1)), free.at(-1)];
  const body = { identityUid: caller.identities[0], roleUid: role.uid };
  await holds(world, random, caller, group);
  const binding = await api.done('POST', `${BINDINGS}/${group}`, owner.token, body);
  await holds(world, random, caller, group);
  const path = `${BINDINGS}/${String(binding['uid'])}`;
  await api.done('PATCH', path, owner.token, { roleUid: other?.uid });
  await holds(world, random, caller, group);
  await api.done('DELETE', path, owner.token);
  await holds(world, random, caller, group);
}

/** Of the group, or of everything. */
async function holds(world: World, random: Random, caller: Caller, group: string): Promise<void> {
  const definition = random.pick(RESOURCES);
  const filters = random.chance(0.5) ? [['uidp.descendants_of', group] as const] : [];
  const question = { definition, filters, order: anyOrder(random, definition) };
  const plan = [{ size: PAGE, skip: 0 }];
  await walk(world, question, caller, plan);
  const other = new Api(world.port);
  try {
    await walk(world, question, caller, plan, other);
  } finally {
    other.close();
  }
}
