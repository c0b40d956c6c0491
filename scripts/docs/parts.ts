/** The table of the parts of the tests in CONTRIBUTING.md, and that of their tags. */
import { OTHER_PARTS, PROJECTS } from '../test/projects.mjs';
import { LONG, SHORT } from '../test/steps.mjs';
import { TAGS } from '../test/tags.mjs';
import { code, table } from './tables.ts';

const ENGINES = { none: '', sqlite: 'SQLite', postgres: 'PostgreSQL' };
const TRANSPORTS = { rest: 'REST', grpc: 'gRPC', v1: 'v1', next: 'REST of plain Next.js' };
const PROCESSES = { shared: 'shared', restored: 'shared, restored', alone: 'its own' };

function rowOf([name, project]: (typeof all)[number]): string[] {
  const { engine, transport, isolation, isLong, runs } = project;
  const over = engine === 'none' ? '' : TRANSPORTS[transport];
  const command = isLong === true ? 'test:long' : 'test';
  return [code(name), command, ENGINES[engine], over, PROCESSES[isolation], runs];
}

const all = Object.entries(PROJECTS);

/** The commands that have a part. */
function commandsOf(part: string): string {
  const has = (steps: typeof SHORT) => steps.some((step) => step.part === part);
  return [has(SHORT) && 'test', has(LONG) && 'test:long'].filter((one) => one !== false).join(', ');
}

export const parts = (): string =>
  table(
    ['Part', '`npm run …`', 'Database', 'Over', 'Process of a file', 'What it runs'],
    [
      ...all.map(rowOf),
      ...Object.entries(OTHER_PARTS).map(([part, runs]) => [
        code(part),
        commandsOf(part),
        '',
        '',
        '',
        runs,
      ]),
    ],
  );

export const tags = (): string =>
  table(
    ['Tag', 'Its file'],
    Object.entries(TAGS).map(([tag, meaning]) => [code(tag), meaning]),
  );
