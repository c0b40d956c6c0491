/**
 * Pages by token, from every resource: each row is on exactly one page, whatever changes in
 * between.
 */
import { Random } from '../../cli/demo/random.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { anyCaller } from './callers.ts';
import { changingWalk } from './changing-walk.ts';
import type { Question } from './expected.ts';
import { anyOrder, askAtRandom, PAGE_SIZES, PAGES } from './questions.ts';
import { nameOf, same, walk } from './walk.ts';
import type { Plan } from './walk.ts';
import type { Caller, World } from './world.ts';

/** For each resource. */
const STEADY_WALKS = 10;
const CHANGING_WALKS = 6;

export async function verifyPages(world: World, seed: string): Promise<string> {
  let [walks, touched] = [0, 0];
  const seeded = () => new Random(`walk ${(walks += 1)} ${seed}`);
  for (const definition of RESOURCES) {
    // A caller's results come from as many places as they have bindings.
    for (const caller of world.callers) {
      const random = seeded();
      const question = { definition, filters: [], order: anyOrder(random, definition) };
      await steadyWalk(world, random, question, caller);
    }
    for (let nth = 0; nth < STEADY_WALKS; nth += 1) {
      const random = seeded();
      const question = askAtRandom(world, random, definition);
      await steadyWalk(world, random, question, anyCaller(world, random));
    }
    for (let nth = 0; nth < CHANGING_WALKS; nth += 1) {
      const random = seeded();
      const question = askAtRandom(world, random, definition);
      touched += await changingWalk(world, random, question);
    }
  }
  if (touched === 0) throw new Error('no row came or went');
  const all = await wholeWalk(world, seeded());
  return `${walks} walks by token, ${touched} rows changed meanwhile, and ${all} advisories from end to end`;
}

/** A few pages, and jumps between them, while nothing changes. */
export async function steadyWalk(
  world: World,
  random: Random,
  question: Question,
  caller: Caller,
): Promise<void> {
  const total = world.expected.total(question, caller.identities);
  const plan = Array.from({ length: PAGES }, (_, index) => {
    const size = random.pick(PAGE_SIZES);
    const jump = random.chance(0.3) ? random.int(0, 2 * size) : 0;
    return { size, skip: index > 0 ? jump : random.chance(0.5) ? random.int(0, total) : 0 };
  });
  await walk(world, question, caller, plan);
}

/** The largest list, to its end. */
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
