import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counted, formOf, numberText } from './counted.ts';

it('has one form for one, and another for any other number', () => {
  const forms = ['identity', 'identities'] as const;
  expect([0, 1, 2, 10_000].map((count) => counted(count, forms))).toEqual([
    '0 identities',
    '1 identity',
    '2 identities',
    '10,000 identities',
  ]);
  expect(formOf(1, ['is', 'are'])).toBe('is');
  expect(numberText(1_234_567)).toBe('1,234,567');
});

/** A choice between two texts by whether there is one, which a text makes for itself. */
const OWN_CHOICE = /[!=]== 1n?\s*\?\s*['"`]|\? '' : 's'|\? 's' : ''/;

/** A number before a word in the plural: `${total} keys` or `{numberText(total)} keys`. */
const NUMBER = String.raw`numberText\([^{}]*\)|(?:\w+\.)*(?:\w*[cC]ount|\w*[tT]otal|length|size)`;
const BARE_PLURAL = new RegExp(String.raw`\{(?:${NUMBER})\} (?:\w+ )?[a-z]{2,}[^su\W]s\b`);

const sources = ['app', 'components', 'lib/client'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name)),
);

const faultsIn = (text: string): string[] =>
  [OWN_CHOICE, BARE_PLURAL].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

it('knows a text that counts by itself', () => {
  expect(faultsIn('`${total} keys`')).toEqual(['{total} keys']);
  expect(faultsIn('{numberText(rows.length)} registry sources')).toHaveLength(1);
  expect(faultsIn("count === 1 ? '1 key' : `${count} keys`")).toHaveLength(2);
  expect(faultsIn("`${word}${count === 1 ? '' : 's'}`")).toHaveLength(1);
  expect(faultsIn("counted(total, ['key', 'keys'])")).toEqual([]);
});

it.each(sources)('counts in %s by the one function that does', (file) => {
  expect(file === 'lib/client/counted.ts' ? [] : faultsIn(readFileSync(file, 'utf8'))).toEqual([]);
});
