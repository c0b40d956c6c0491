/** Pages by token, from every resource: each row on exactly one of them, whatever happens in between. */
import { Random } from '../../cli/demo/random.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { Changes } from './changes.ts';
import { changingWalk } from './changing-walk.ts';
import { anyOrder, askAtRandom, PAGE_SIZES, PAGES } from './questions.ts';
import { nameOf, same, walk } from './walk.ts';
import type { Plan } from './walk.ts';
import type { World } from './world.ts';

/** For each resource. */
const STEADY_WALKS = 10;
const CHANGING_WALKS = 6;

export async function verifyPages(world: World, seed: string): Promise<string> {
  const random = new Random(`pages ${seed}`);
  const changes = new Changes(world.statements, random);
  let touched = 0;
  for (const definition of RESOURCES) {
    for (let nth = 0; nth < STEADY_WALKS; nth += 1) await steadyWalk(world, random, definition);
    for (let nth = 0; nth < CHANGING_WALKS; nth += 1) {
      const question = askAtRandom(world, random, definition);
      touched += await changingWalk(world, random, question, changes);
    }
  }
  if (touched === 0) throw new Error('no row came or went');
  const all = await wholeWalk(world, random);
  const walks = RESOURCES.length * (STEADY_WALKS + CHANGING_WALKS);
  return `${walks} walks by token, ${touched} rows changed meanwhile, and ${all} advisories from end to end`;
}

/** One random walk while nothing changes. */
export async function steadyWalk(
  world: World,
  random: Random,
  definition: ResourceDefinition,
): Promise<void> {
  const question = askAtRandom(world, random, definition);
  const caller = random.chance(0.3) ? world.owner : random.pick(world.callers);
  const total = world.expected.total(question, caller.identities);
  const plan = Array.from({ length: PAGES }, (_, index) => {
    const size = random.pick(PAGE_SIZES);
    const jump = random.chance(0.3) ? random.int(0, 2 * size) : 0;
    return { size, skip: index > 0 ? jump : random.chance(0.5) ? random.int(0, total) : 0 };
  });
  await walk(world, question, caller, plan);
}

/** The largest list there is, to its end. */
async function wholeWalk(world: World, random: Random): Promise<number> {
  const definition = RESOURCES.find(({ type }) => type === 'Advisory') as ResourceDefinition;
  const filters = [['uidp.descendants_of', world.landmarks.root]] as const;
  const question = { definition, filters, order: anyOrder(random, definition) };
  const { owner } = world;
  const total = world.expected.total(question, owner.identities);
  const size = Math.max(...PAGE_SIZES);
  const plan: Plan = Array.from({ length: Math.ceil(total / size) }, () => ({ size, skip: 0 }));
  const read = await walk(world, question, owner, plan);
  same(`rows of ${nameOf(question, owner)}`, read, total);
  return read;
}
