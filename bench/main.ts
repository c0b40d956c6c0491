/** `npm run bench`: Grove beside a bare server, on a small and a large set of data. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { playwright } from '../scripts/lib/playwright.mjs';
import { SIZES } from './data-set.ts';
import { checkCollections } from './collections/main.ts';
import { measureCosts } from './costs.ts';
import { measureEncodings } from './encodings.ts';
import { measureFounder } from './founders.ts';
import { measureImports } from './imports/main.ts';
import { measure } from './measure.ts';
import { measurePatterns } from './patterns.ts';
import { measurePostgres } from './postgres/main.ts';
import { printTables } from './report.ts';
import { measureSearches } from './searches.ts';
import { verify } from './verify.ts';

const USAGE = `usage: npm run bench -- [--size small|large] [--quick] [--only TEXT] [--verify [--seed TEXT]] [--browser] [--imports] [--searches] [--patterns] [--costs] [--encodings] [--postgres] [--collections FOLDER]

  --size    one size of data; both unless given
  --quick   half the time, for a first look
  --only    the workloads, or the checks, whose name holds the text
  --verify  measures nothing, but checks pages, access and crashes on a copy of the data
  --seed    to check once more what was checked with it
  --browser measures how soon the console answers in a browser
  --imports measures what imports of advisories cost, and cost others
  --searches measures what searches among a million advisories cost others
  --patterns measures what the patterns of a hundred organizations cost another, and what a founder of 40 costs
  --costs   measures how long others wait for the most costly requests of one organization
  --encodings measures what compression of answers saves and costs
  --postgres measures one and two Groves on PostgreSQL beside bare servers on it, and writers
  --collections checks that the advisories in a folder come out of Grove as they went in`;

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    verify: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    imports: { type: 'boolean', default: false },
    searches: { type: 'boolean', default: false },
    patterns: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
    encodings: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    collections: { type: 'string' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    help: { type: 'boolean', default: false },
  },
});

const names = values.size === undefined ? Object.keys(SIZES) : [values.size];
const sizes = names.flatMap((name) => (Object.hasOwn(SIZES, name) ? (SIZES[name] ?? []) : []));
if (values.help || sizes.length !== names.length) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  // The folder is one of the caller's.
  const collections = resolve(values.collections ?? '');
  const root = join(import.meta.dirname, '..');
  process.chdir(root);
  const pace = values.quick ? { rounds: 3, ms: 300 } : { rounds: 5, ms: 400 };
  if (values.collections !== undefined) {
    process.exitCode = (await checkCollections(collections)) ? 0 : 1;
  } else if (values.imports) await measureImports();
  else if (values.searches) await measureSearches();
  else if (values.patterns) {
    await measurePatterns();
    await measureFounder();
  } else if (values.costs) await measureCosts();
  else if (values.encodings) await measureEncodings();
  else if (values.postgres) await measurePostgres(names, { ...pace, only: values.only });
  else if (values.verify) {
    for (const size of sizes) await verify(size, values.seed, values.only);
  } else if (values.browser) {
    for (const { name } of sizes) {
      const env = { GROVE_BENCH_SIZE: name };
      process.exitCode ||= await playwright('bench/browser/playwright.config.ts', [], env);
    }
  } else {
    const results = [];
    for (const size of sizes) results.push(await measure(size, { ...pace, only: values.only }));
    printTables(results);
  }
}
