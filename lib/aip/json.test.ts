import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isApiError } from './errors.ts';
import { isJsonObject, parseJson } from './json.ts';

/** The field and rule of the only violation; null if the text is valid. */
function problem(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.message.replace('Invalid argument: ', '');
  }
}

describe('parseJson', () => {
  it('takes what JSON.parse takes of objects', () => {
    const string = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '\\', '{', ':', '\n') });
    const { object } = fc.letrec<{ object: Record<string, unknown>; value: unknown }>((tie) => ({
      object: fc.dictionary(string, tie('value'), { maxKeys: 4 }),
      value: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(string, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        tie('object'),
      ),
    }));
    fc.assert(
      fc.property(object, fc.constantFrom(0, 1), (any, indent) => {
        const text = JSON.stringify(any, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws anything but INVALID_ARGUMENT, and takes nothing that JSON.parse refuses', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '\\u', '"a"', '1', ' ');
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (any) => {
        expect(problem(any) !== null || isJsonObject(JSON.parse(any))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['', 'body: must be well-formed JSON'],
    ['{"a":1', 'body: must be well-formed JSON'],
    ['{"a":1}}', 'body: must be well-formed JSON'],
    ['{"a":"\t"}', 'body: must be well-formed JSON'],
    ['{"a":01}', 'body: must be well-formed JSON'],
    ['{"a":NaN}', 'body: must be well-formed JSON'],
    ["{'a':1}", 'body: must be well-formed JSON'],
    ['[]', 'body: must be a JSON object'],
    ['null', 'body: must be a JSON object'],
    ['"text"', 'body: must be a JSON object'],
    ['{"a":1,"a":2}', 'a: is given twice'],
    ['{"a":1,"\\u0061":2}', 'a: is given twice'],
    ['{"a":{"b":1,"c":2,"b":3}}', 'a.b: is given twice'],
    ['{"a":[{"b":1,"b":3}]}', 'a.b: is given twice'],
    ['{"__proto__":1}', '__proto__: is not a field'],
    ['{"a":{"\\u005f_proto__":{}}}', 'a.__proto__: is not a field'],
    ['{"a":"\\ud800"}', 'a: must be well-formed Unicode'],
    ['{"\\udc00":1}', '\ufffd: must be well-formed Unicode'],
    ['{"a":{"b":"x\\u0000"}}', 'a.b: must not contain NUL'],
  ])('refuses %s', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  it.each(['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', '{"a":"{\\"a\\":1,\\"a\\":2}"}', '{}'])(
    'takes keys that repeat only elsewhere: %s',
    (text) => expect(problem(text)).toBeNull(),
  );

  it('keeps keys that every object inherits as keys', () => {
    const object = parseJson('{"toString":"__proto__","constructor":{"prototype":2}}');
    expect(Object.keys(object)).toEqual(['toString', 'constructor']);
  });

  it('bounds the depth', () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    expect(problem(nested(32))).toBeNull();
    expect(problem(nested(33))).toBe('body: must nest at most 32 levels');
    expect(problem(`{"a":${'['.repeat(100_000)}`)).toBe('body: must nest at most 32 levels');
  });

  it('bounds the number of values', () => {
    const list = (count: number) => `{"a":[${Array.from({ length: count }, () => '1').join()}]}`;
    expect(problem(list(29_999))).toBeNull();
    expect(problem(list(30_000))).toBe('body: must have at most 30000 values');
    expect(problem(`{"a":"${','.repeat(100_000)}"}`)).toBeNull();
    expect(() => parseJson(list(30_000), 40_000)).not.toThrow();
  });

  // A parser slower than linear takes minutes for one MiB.
  it.each([
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['an open string of backslashes', '"\\', '\\\\'],
    ['an open string', '"', 'a'],
    ['escaped quotes', '"', '\\"'],
    ['quote, backslash', '"\\'],
    ['closing brackets', ']'],
    ['opening and closing brackets', '[]'],
    ['objects of one list', '[', '{},'],
    ['distinct keys', '{', '"":1,'],
    ['colons', '{', ':'],
    ['commas', '{', ','],
    ['whitespace', '{', ' '],
    ['digits', '{"a":', '1'],
    ['unfinished escapes', '{"a":"', '\\u'],
  ])('reads a mebibyte of %s in linear time', (_, start, repeated = start) => {
    const text = start + repeated.repeat(2 ** 20 / repeated.length);
    const before = process.cpuUsage();
    problem(text);
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  });
});
