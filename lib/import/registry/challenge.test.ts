import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChallenges } from './challenge.ts';

const plain = (header: string) =>
  parseChallenges(header).map(({ scheme, params }) => ({ scheme, params: { ...params } }));

describe('parseChallenges', () => {
  it.each([
    ['', []],
    ['Basic realm="a"', [{ scheme: 'basic', params: { realm: 'a' } }]],
    [
      'Bearer realm="https://auth.example/token",service="r.example",scope="repository:a/b:pull,push"',
      [
        {
          scheme: 'bearer',
          params: {
            realm: 'https://auth.example/token',
            service: 'r.example',
            scope: 'repository:a/b:pull,push',
          },
        },
      ],
    ],
    [
      'Negotiate, Basic realm = "say \\"hi\\"" , charset=UTF-8, Bearer REALM=x',
      [
        { scheme: 'negotiate', params: {} },
        { scheme: 'basic', params: { realm: 'say "hi"', charset: 'UTF-8' } },
        { scheme: 'bearer', params: { realm: 'x' } },
      ],
    ],
    ['Basic realm="open', [{ scheme: 'basic', params: {} }]],
    ['="', []],
  ])('%j', (header, challenges) =>
    expect(plain(header).slice(0, challenges.length)).toEqual(challenges),
  );

  it('gives back what was written', () => {
    const token = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    const params = fc.dictionary(token, fc.string({ maxLength: 20 }), { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ scheme: token, params }), { maxLength: 3 }),
        (challenges) => {
          const header = challenges
            .map(({ scheme, params }) => {
              const all = Object.entries(params).map(
                ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`,
              );
              return `${scheme} ${all.join(', ')}`;
            })
            .join(', ');
          expect(plain(header)).toEqual(
            challenges.map(({ scheme, params }) => ({ scheme, params: { ...params } })),
          );
        },
      ),
    );
  });

  it('ends for whatever a registry sends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) => {
        expect(parseChallenges(header).length).toBeLessThanOrEqual(header.length);
      }),
    );
  });
});
