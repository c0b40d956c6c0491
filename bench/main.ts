/** `npm run bench`: Grove beside a bare server, on a small and a large set of data. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SIZES } from './data-set.ts';
import { measure } from './measure.ts';
import { printTables } from './report.ts';
import { verify } from './verify.ts';

const USAGE = `usage: npm run bench -- [--size small|large] [--quick] [--only TEXT] [--verify]

  --size    one size of data; both unless given
  --quick   half the time, for a first look
  --only    the workloads whose name holds the text
  --verify  measures nothing, but holds random pages against sorting all rows`;

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const names = values.size === undefined ? Object.keys(SIZES) : [values.size];
const sizes = names.flatMap((name) => (Object.hasOwn(SIZES, name) ? (SIZES[name] ?? []) : []));
if (values.help || sizes.length !== names.length) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  const root = join(import.meta.dirname, '..');
  process.chdir(root);
  const pace = values.quick ? { rounds: 3, ms: 300 } : { rounds: 5, ms: 400 };
  if (values.verify) {
    for (const size of sizes) console.log(await verify(size));
  } else {
    const results = [];
    for (const size of sizes) results.push(await measure(size, { ...pace, only: values.only }));
    printTables(results);
  }
}
