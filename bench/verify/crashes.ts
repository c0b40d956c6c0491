/** A server that is killed repeatedly while clients write to it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../cli/demo/random.ts';
import { findingsOfFile } from '../../e2e/api/support/crash-findings.ts';
import { writeUntilGone } from '../../e2e/api/support/crash-writers.ts';
import type { Ledger } from '../../e2e/api/support/crash-writers.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { median } from '../measure.ts';
import { anyCaller } from './callers.ts';
import { importUntilGone, wronglyImported } from './imports.ts';
import type { Imports } from './imports.ts';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import { dialect } from '#lib/store/sqlite/dialect.ts';
import { steadyWalk } from './pages.ts';
import { askAtRandom } from './questions.ts';
import { same } from './walk.ts';
import type { World } from './world.ts';

const CRASHES = 10;
const WRITERS_PER_GROUP = 2;
/** After each crash, over HTTP, once the server runs again. */
const WALKS = 6;
/** The minimum number of acknowledged writes before it is killed. */
const FEWEST = 20;
const MOST_MS = 1_500;
const SHOWN = 5;

export async function verifyCrashes(world: World, seed: string): Promise<string> {
  const random = new Random(`crashes ${seed}`);
  const { statements, landmarks, owner } = world;
  const ledger: Ledger = { known: new Map(), acknowledged: [] };
  const deepest = world.groups.at(-1) ?? landmarks.root;
  const groups = [landmarks.root, random.pick(landmarks.middleGroups), deepest];
  const imports: Imports = { url: '', token: owner.token, group: groups[1] ?? '', sent: [] };
  await world.stop();
  const undisturbed = await world.start();
  const starts: number[] = [];
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    await killWhileWriting(world, random, { ledger, imports, groups });
    starts.push(await world.start());
    none(`after crash ${crash}`, [
      ...findingsOfFile(statements.database, ledger),
      ...wronglyImported(statements, imports),
      ...RESOURCES.flatMap(({ type }) => statements.column(wrongTallies(dialect, type))),
    ]);
    for (let nth = 0; nth < WALKS; nth += 1) {
      const question = askAtRandom(world, random, random.pick(RESOURCES));
      await steadyWalk(world, random, question, anyCaller(world, random));
    }
  }
  same('the check of the file', statements.column('PRAGMA quick_check(5)'), ['ok']);
  const writes = `${ledger.acknowledged.length} acknowledged writes and ${imports.sent.length} imports`;
  const times = [median(starts), Math.max(...starts), undisturbed].map(Math.round);
  const [middle, slowest, usual] = times.map((ms) => `${ms} ms`);
  return `${CRASHES} kills among ${writes}; first answer after ${middle}, ${slowest} at most, ${usual} without a kill`;
}

interface Writing {
  ledger: Ledger;
  imports: Imports;
  /** The groups to write in. */
  groups: readonly string[];
}

async function killWhileWriting(
  world: World,
  random: Random,
  { ledger, imports, groups }: Writing,
): Promise<void> {
  imports.url = `http://127.0.0.1:${world.port}`;
  const targets = groups.map((rootUid) => ({ ...imports, rootUid }));
  const over = new AbortController();
  const gone = Promise.all([
    importUntilGone(imports),
    ...targets.flatMap((target) =>
      Array.from({ length: WRITERS_PER_GROUP }, () => writeUntilGone(target, ledger)),
    ),
  ]).finally(() => over.abort());
  const enough = ledger.acknowledged.length + FEWEST;
  const written = async () => {
    while (!over.signal.aborted && ledger.acknowledged.length < enough) await wait(5);
    await wait(random.int(0, MOST_MS));
  };
  await Promise.race([written(), gone]);
  await world.stop('SIGKILL');
  await gone;
}

function none(when: string, problems: readonly string[]): void {
  same(`what is wrong ${when}, ${problems.length} in all`, problems.slice(0, SHOWN), []);
}
