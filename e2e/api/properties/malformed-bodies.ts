/** Request bodies as bytes, mostly wrong. */
import fc from 'fast-check';
import type { Json } from '../harness.ts';

/** Texts in place of a JSON value, many of them not JSON. */
const VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '0.1e-999',
  '01',
  'NaN',
  'undefined',
  '""',
  '" "',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\u0001"',
  '"\\x"',
  '"unterminated',
  "'single'",
  '[]',
  '{}',
  '[null]',
  '[[],{}]',
  '[1,]',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"issuer":null}',
  '{"":""}',
  '/* comment */ 1',
  '"2026-01-01"',
  '"604800s"',
  '"-1s"',
  '"1e9s"',
  '(?:a+)+$',
  '"(a"',
  '"(a+)+$"',
  `"${'x'.repeat(2_000)}"`,
  `"${'\u{1f332}'.repeat(200)}"`,
  `[${'"groups.list",'.repeat(300)}"groups.list"]`,
  '['.repeat(33) + ']'.repeat(33),
  '['.repeat(5_000),
  '{"a":'.repeat(40) + '1' + '}'.repeat(40),
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'uid',
  'parent',
  'createTime',
  '',
  '\\u0000',
  '\\ud800',
  'NAME',
  'name ',
];

const TOPS = [
  '',
  ' ',
  '[]',
  'null',
  '1',
  '"text"',
  '[{}]',
  '{',
  '}',
  '{}{}',
  '{"name"}',
  '{name: 1}',
  '{"name": "x"',
  '\ufeff{}',
  '{"name":"x"}\u0000',
  '['.repeat(100_000),
  `{"name":"${'x'.repeat(1_100_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":1`).join()}}`,
];

type Entry = readonly [key: string, value: string];

/** Every member of the body and of its objects, one at a time. */
function entriesOf(body: Json): Entry[] {
  return Object.entries(body).map(([key, value]) => [key, JSON.stringify(value)]);
}

const written = (entries: readonly Entry[]) =>
  `{${entries.map(([key, value]) => `"${key}":${value}`).join()}}`;

/** The right body with some members wrong, repeated, unknown or missing. */
function spoiledJson(body: Json): fc.Arbitrary<string> {
  const entries = entriesOf(body);
  const value = fc.constantFrom(...VALUES);
  const key = fc.constantFrom(...entries.map(([name]) => name), ...KEYS);
  const inner = entries.filter(([, text]) => text.startsWith('{'));
  const deep = inner.map(([name, text]) =>
    spoiledJson(JSON.parse(text) as Json).map((spoilt): Entry => [name, spoilt]),
  );
  const change = fc.oneof(fc.tuple(key, value), ...deep);
  return fc
    .record({
      changes: fc.array(change, { minLength: 1, maxLength: 2 }),
      isReplaced: fc.boolean(),
      kept: fc.subarray(entries, { minLength: Math.max(0, entries.length - 1) }),
    })
    .map(({ changes, isReplaced, kept }) => {
      const names = changes.map(([name]) => name);
      const rest = kept.filter(([name]) => !isReplaced || !names.includes(name));
      return written([...rest, ...changes]);
    });
}

function form(body: Json, texts: readonly string[]): fc.Arbitrary<string> {
  const names = [...Object.keys(body), 'scope', 'audience', 'identity', 'expires_in', '__proto__'];
  const extra = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...texts, '%zz', '%ff', '%00'));
  return fc
    .tuple(
      fc.subarray(Object.entries(body), { minLength: Math.min(2, Object.keys(body).length) }),
      fc.array(extra, { maxLength: 2 }),
    )
    .map(([kept, extras]) =>
      [...kept.map(([name, value]) => [name, encodeURIComponent(String(value))]), ...extras]
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    );
}

/** @param texts more values, for members and parameters. */
export function malformedBody(
  { body, isForm = false }: { body: Json; isForm?: boolean },
  texts: readonly string[],
): fc.Arbitrary<Buffer> {
  const spoiled = isForm ? form(body, texts) : spoiledJson(body);
  const text = fc.oneof(
    { weight: 12, arbitrary: spoiled },
    { weight: 2, arbitrary: fc.constantFrom(...TOPS.slice(0, -3)) },
    { weight: 1, arbitrary: fc.json() },
  );
  const cut = fc
    .tuple(spoiled, fc.nat(100))
    .map(([whole, at]) => Buffer.from(whole.slice(0, whole.length - 1 - (at % whole.length))));
  const bytes = fc
    .tuple(spoiled, fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.nat(100))
    .map(([whole, odd, at]) => {
      const index = at % (whole.length + 1);
      return Buffer.concat([
        Buffer.from(whole.slice(0, index)),
        odd,
        Buffer.from(whole.slice(index)),
      ]);
    });
  return fc.oneof(
    { weight: 40, arbitrary: text.map((all) => Buffer.from(all)) },
    { weight: 6, arbitrary: cut },
    { weight: 6, arbitrary: bytes },
    { weight: 1, arbitrary: fc.constantFrom(...TOPS.slice(-3)).map((all) => Buffer.from(all)) },
  );
}
