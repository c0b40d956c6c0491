import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRegistryError } from './errors.ts';
import { nextLink } from './link.ts';

describe('nextLink', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['</v2/_catalog?last=b&n=2>; rel="next"', '/v2/_catalog?last=b&n=2'],
    [
      '<https://r.example/v2/x/tags/list?last=a>;rel=next',
      'https://r.example/v2/x/tags/list?last=a',
    ],
    ['</first>; rel="first", </next>; rel="last next"', '/next'],
    ['</a>; title="x, <y>; rel=\\"next\\""; rel="prev", </b>; REL=Next', '/b'],
    ['</a>; rel="prev"', null],
    ['</a>; rel="prev";', null],
    ['</a>; rel="next";', '/a'],
    [', </a>; rel="next" ,', '/a'],
    ['</a>; rel="nextone"', null],
    ['</a>; title="x; rel=next"; rel="prev"', null],
    ['</a>; title="x; rel=prev"; rel="next"', '/a'],
    ['</a>; rel="prev"; rel="next"', null],
  ])('%j', (header, next) => expect(nextLink(header)).toBe(next));

  it.each([
    '/a; rel="next"',
    '</a; rel="next"',
    '</a>; rel="next',
    '</a> rel="next"',
    'none',
    "</a>; rel='next'",
    '</a>; rel=`next`',
    '</a>; rel="\'next\'"',
    '</a>; rel=\u201cnext\u201d',
    '</a>',
    '</a>; rel',
    '</a>; rel=""',
    '</a>; rel="prev", </b>',
  ])('refuses %j', (header) =>
    expect(() => nextLink(header)).toThrow('in a way that Grove cannot read'),
  );

  const target = fc.string({ maxLength: 30 }).filter((text) => !/[<>]/.test(text));
  const param = fc.record({
    name: fc.constantFrom('title', 'type', 'anchor', 'hreflang'),
    value: fc.string({ maxLength: 12 }).map((text) => text.replace(/["\\]/g, '\\$&')),
  });
  const link = fc.record({
    target,
    params: fc.array(param, { maxLength: 3 }),
    rel: fc.constantFrom('next', 'prev', 'first', 'up next'),
  });

  it('finds the first next one in any list of links', () => {
    fc.assert(
      fc.property(
        fc.array(link, { maxLength: 5 }),
        fc.constantFrom(',', ', ', ' ,\t'),
        (links, comma) => {
          const header = links
            .map(({ target, params, rel }) => {
              const all = params.map(({ name, value }) => `; ${name}="${value}"`);
              return `<${target}>${all.join('')}; rel="${rel}"`;
            })
            .join(comma);
          const next = links.find(({ rel }) => rel.split(' ').includes('next'));
          expect(nextLink(header)).toBe(next?.target ?? null);
        },
      ),
    );
  });

  it('ends for whatever a registry sends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'<>;,="\\ relnxt'), maxLength: 300 }),
        (header) => {
          let found: string | null = null;
          try {
            found = nextLink(header);
          } catch (error) {
            expect(isRegistryError(error)).toBe(true);
          }
          expect(found === null || header.includes(`<${found}>`)).toBe(true);
        },
      ),
    );
  });
});
