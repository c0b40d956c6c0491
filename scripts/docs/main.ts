/**
 * Writes the tables of the documents from the definitions they describe, and the matcher of proxy.ts from the
 * list of endpoints. With `--check` it writes nothing, and fails if one differs. Both fail for a table that people write and
 * that differs, for a link that leads nowhere, for files with different versions, and for a word that docs/words.md bans.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS, standardOf } from '#lib/settings/declared.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import { METRICS } from '#lib/transport/metrics/registry.ts';
import { collections, errors, lists, operations, roles, services } from './api.ts';
import { commands } from './commands.ts';
import { wrongDefaults } from './defaults.ts';
import { signInEndpoints, wrongEndpoints } from './endpoints.ts';
import { fields } from './fields.ts';
import { importLimits, limits } from './limits.ts';
import { brokenLinks } from './links.ts';
import { withMatcher } from './proxy.ts';
import { parts, tags } from './parts.ts';
import { code, table, withBlock } from './tables.ts';
import { wrongVersions } from './version.ts';
import { bannedWords } from './words.ts';

const settings = () =>
  table(
    ['Setting', 'Default', 'Purpose'],
    (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const standard = standardOf(name);
      return [code(name), standard === undefined ? '' : code(standard), SETTINGS[name].purpose];
    }),
  );

const metrics = () =>
  table(
    ['Metric', 'Meaning'],
    METRICS.map(([name, help]) => [code(name), help]),
  );

const DOCUMENTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/api.md': {
    collections,
    operations,
    lists,
    errors,
    roles,
    limits,
  },
  'docs/advisories.md': { fields, limits: importLimits },
  'docs/authentication.md': { endpoints: signInEndpoints },
  'docs/grpc.md': { services },
  'docs/operations.md': { settings, metrics },
  'docs/commands.md': { commands },
  'CONTRIBUTING.md': { parts, tags },
};

const isCheck = process.argv.includes('--check');

const withBlocks = (blocks: Readonly<Record<string, () => string>>) => (document: string) =>
  Object.entries(blocks).reduce((text, [name, made]) => withBlock(text, name, made()), document);

/** Writes the file, or returns in a line that it differs. */
function refresh(path: string, made: (text: string) => string): string[] {
  const before = readFileSync(path, 'utf8');
  const after = made(before);
  if (before === after) return [];
  if (isCheck) return [`${path} differs from the definitions; run: npm run docs`];
  writeFileSync(path, after);
  return [];
}

/** The files that git has or would add. */
function files(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', [...args, '*.md', '*.ts', '*.tsx', '*.mjs', '*.proto']);
  return [...new Set(listed.toString().trim().split('\n'))].filter((path) => existsSync(path));
}

const texts = files().filter(
  (path) => path !== 'docs/words.md' && path !== 'scripts/docs/words.ts',
);
const problems = [
  ...Object.entries(DOCUMENTS).flatMap(([path, blocks]) => refresh(path, withBlocks(blocks))),
  ...refresh('proxy.ts', withMatcher),
  ...wrongDefaults(),
  ...wrongEndpoints(),
  ...wrongVersions(),
  ...texts.filter((path) => path.endsWith('.md')).flatMap(brokenLinks),
  ...texts.flatMap(bannedWords),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
