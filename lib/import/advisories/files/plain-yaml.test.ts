import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { plainYaml } from './plain-yaml.ts';
import { yamlContents } from './yaml-nodes.ts';
import { randomly } from '../../../../e2e/support/random.ts';

/** What the parser of all YAML reads, or null if the text is no YAML or several documents. */
function readByLibrary(text: string) {
  const [document, ...others] = yamlContents(text);
  if (document === undefined || 'problem' in document || others.length > 0) return null;
  return document;
}

/** Both parsers have to read the same value. */
function expectSame(text: string): void {
  const plain = plainYaml(text);
  if (plain === null) return;
  const document = readByLibrary(text);
  expect(plain.content).toEqual(document?.content());
  for (const [key, items] of Object.entries(plain.content)) {
    if (!Array.isArray(items)) continue;
    const lines = items.map((_, index) => document?.lineOf([key, index]));
    expect(plain.itemLines(key)).toEqual(lines);
  }
}

const key = fc.constantFrom('a', 'b', 'c-d', 'e_1', 'null', 'yes', 'constructor', 'advisories');
const word = fc.constantFrom(
  ...'x|1.10|true|~|https://a.b/c|a:b|x y|a, b [0]|x#y|(x)|+1|null|_ - b|.|"quoted"|2024-01-04T10:11:12Z'.split(
    '|',
  ),
  "it's",
  "'q: #'",
);
const odd = fc.constantFrom(
  ...'x #y|x: y|x:|x | x|#x|-|- x|-x|? x|&a x|*a|!t x|>|[x]|{x: y}|[|"|"x|"\\n"|%x|@x|`x|é|---|...'.split(
    '|',
  ),
  "'",
  "'it''s'",
  '\t',
  'x\ty',
  '--- x',
  '<<',
  ':',
  ',',
  '}',
  '\r',
  'x\r',
  '\u2028',
  '\ufeff',
  '',
  '|',
);
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(key, word).map(([name, text]) => `${name}: ${text}`) },
  { weight: 4, arbitrary: key.map((name) => `${name}:`) },
  { weight: 1, arbitrary: fc.tuple(key, odd).map(([name, text]) => `${name}: ${text}`) },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: odd },
);
const line = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('', '', '- ', '- - ', '-  '), entry)
  .map(([level, item, text]) => `${'  '.repeat(level)}${item}${text}`);
const soup = fc
  .tuple(key, fc.array(fc.oneof({ weight: 9, arbitrary: line }, fc.constant('')), { maxLength: 6 }))
  .map(([name, lines]) => `${[`${name}:`, ...lines].join('\n')}\n`);

it('reads any lines as the parser of all YAML does, or not at all', () => {
  fc.assert(fc.property(soup, expectSame), randomly(4_000));
});

const texts = fc.oneof(word, fc.string({ maxLength: 12 }));
const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
  tree: fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 4 }),
  node: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.array(fc.oneof(texts, tie('tree')), { minLength: 1, maxLength: 3 }),
    tie('tree'),
  ),
}));

const written = fc
  .tuple(tree, fc.boolean(), fc.constantFrom('', '---\n'))
  .map(([content, indentSeq, marker]) => marker + stringify(content, { indentSeq, lineWidth: 0 }));

it('reads what a program wrote as the parser of all YAML does', () => {
  fc.assert(fc.property(written, expectSame), randomly(500));
});

it('reads blocks of mappings and lists', () => {
  const text = `---
package:
  name: a

advisories:
  # the first
  - id: "1.10"
    aliases:
    - 'x: y'
    - z
    note:
  - id: b
`;
  const plain = plainYaml(text);
  expect(plain?.content).toEqual({
    package: { name: 'a' },
    advisories: [{ id: '1.10', aliases: ['x: y', 'z'], note: '' }, { id: 'b' }],
  });
  expect(plain?.itemLines('advisories')).toEqual([7, 12]);
});

it.each(['', '---', 'a: |\n  b', 'a: b\n  c', 'a: [b]', 'a: b # c', 'a: b\na: c', '- a'])(
  'leaves to the other parser: %j',
  (text) => {
    expect(plainYaml(text)).toBeNull();
  },
);

it('leaves too many values to the other parser, which refuses them', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => `k${at}: a\n`).join('');
  expect(plainYaml(entries(30_000))).not.toBeNull();
  expect(plainYaml(`${entries(30_000)}a:\n`)).toBeNull();
});
