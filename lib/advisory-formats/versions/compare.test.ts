import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareVersions } from './compare.ts';

// Each list runs from the lowest to the highest version, as the ecosystem's own tool sorts them.
it.each<[string, string[]]>([
  ['Go', ['0', '0.0.0-20200101000000-abcdefabcdef', '1.2.3-rc.1', '1.2.3', '1.10.0', '2.0.0']],
  ['npm', ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-beta', '1.0.0', '1.0.1', '1.11.0']],
  [
    'Alpine:v3.20',
    ['1.0_alpha1', '1.0_rc2', '1.0', '1.0-r1', '1.0-r10', '1.0_p1', '1.0a', '1.0.05', '1.0.1'],
  ],
  ['Wolfi', ['5.4.1-r2', '5.4.1-r10', '5.10.0-r0', '5.10.0_git20240101-r0']],
  ['PyPI', ['1.0.dev1', '1.0a1', '1.0rc1', '1.0', '1.0.post1', '1.1', '2!0.1']],
  [
    'Maven',
    ['1-alpha-1', '1-beta-1', '1-rc1', '1-SNAPSHOT', '1', '1-sp', '1-foo', '1-1', '1.1', '1.10'],
  ],
  // Before a number alone, a letter abbreviates a word.
  ['Maven', ['1-a1-beta1', '1-sp', '1-a-alpha1', '1-foo']],
  ['Maven', ['.1', '.1.1', '1']],
  [
    'RubyGems',
    [
      '1.0.a',
      '1.0.b2',
      '1.0',
      '1.0.1',
      '1.10',
      '1.99999999999999999999',
      '1.100000000000000000000',
    ],
  ],
  ['Debian:12', ['1.0~rc1-1', '1.0-1', '1.0-1+deb12u1', '1.0-2', '1.0a-1', '1.0.1-1', '1:0.1-1']],
  ['Red Hat', ['1.0~rc1-1', '1.0-1', '1.0^git1-1', '1.0a-1', '1.0.1-1', '1:0.5-1']],
  [
    'Packagist',
    ['0', '1.0.0-dev', '1.0.0-alpha1', '1.0.0-beta', 'v1.0.0-RC2', '1.0.0', '1.0.0-p1', '1.10.0'],
  ],
  ['NuGet', ['1.0.0-alpha', '1.0.0-Beta', '1.0.0-rc.2', '1.0.0', '1.0.0.1', '1.0.1', '1.10']],
  ['BellSoft Hardened Containers', ['1.0_rc2', '1.0', '1.0-r1', '1.0-r10']],
  ['Root:Alpine:3.20', ['1.0_rc2-r1', '1.0-r1', '1.0-r10071', '1.0-r10072']],
  ['Root:Debian:12', ['1.0~rc1-1', '1.0-1', '1.0-1.root.io.1', '1.0-2']],
  ['Root:PyPI', ['1.0rc1', '1.0', '1.0+root.io.1', '1.1']],
  ['RubyGems', ['6.0.12-25.10', '6.0.12']],
  ['RubyGems', ['1.0.0.beta1', '1.0.rc1', '1.0']],
  ['RubyGems', ['2.0.0.a', '2.alpha', '2']],
  ['Hackage', ['1', '1.0', '1.0.0', '1.2', '1.10']],
  ['CRAN', ['1.0', '1.0-1', '1.0-10', '1.1']],
  ['ConanCenter', ['1.0.2', '1.0.2z', '1.0.2zf', '1.1.1', '1.1.1l', '3.0.0-beta1', '3.0.0']],
  ['OSS-Fuzz', ['1.0.2', '1.0.2z', '1.0.2zf', '1.1.1-rc1', '1.1.1', '1.1.1l', '1.1.2']],
  ['Bitnami', ['1.0.0-rc.1', '1.0.0', '1.0.1', '1.10.0']],
  // The package semver takes only the first 16 digits of a number, and no number of more.
  ['Go', ['1.0.0-9007199254740993', '1.0.0-9007199254740994', '1.0.0', '99999999999999999999.0.0']],
  ['npm', ['1', '1.0.1', '1.1', '1.1.1']],
  ['Nobody knows', ['1.0.rc1', '1.0', '1.2', '1.10']],
])('sorts versions of %s', (ecosystem, sorted) => {
  for (const [at, low] of sorted.entries()) {
    expect(compareVersions(ecosystem, low, low)).toBe(0);
    for (const high of sorted.slice(at + 1)) {
      expect([low, high, compareVersions(ecosystem, low, high) < 0]).toEqual([low, high, true]);
      expect([high, low, compareVersions(ecosystem, high, low) > 0]).toEqual([high, low, true]);
    }
  }
});

it.each([
  ['Maven', '1.0', '1.0.0'],
  ['Maven', '1-ga', '1'],
  ['Maven', '1-cr2', '1-rc2'],
  ['Maven', '1a1', '1-alpha-1'],
  ['PyPI', '1.0', '1.0.0'],
  ['Debian', '1.0', '0:1.0'],
  ['Alpine', '1.0', '1.0'],
  ['Packagist', 'v1.0', '1.0.0'],
  ['Packagist', '1.0-rc1', '1.0.0-RC1'],
  ['NuGet', '1.0.0-BETA', '1.0-beta'],
  ['NuGet', '1.0.0+build', '1.0.0.0'],
  ['Go', '1.0.0+incompatible', '1.0.0'],
  ['npm', '1.0', '1.0.0'],
  ['RubyGems', '1.0', '1'],
])('of %s are the same: %s and %s', (ecosystem, a, b) => {
  expect(compareVersions(ecosystem, a, b)).toBe(0);
});

/** `a < b`, a line each. */
const comparisons = (file: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .trimEnd()
    .split('\n');

const RECORDED = readdirSync(join(import.meta.dirname, 'fixtures', 'programs'));

it.each<readonly [string, string]>([
  ['Alpine', 'alpine.txt'],
  ['Maven', 'maven.txt'],
  ...RECORDED.map((file) => [basename(file, '.txt'), join('programs', file)] as const),
])('sorts versions of %s as %s says', (ecosystem, file) => {
  const wrong = comparisons(file).filter((line) => {
    const [a = '', sign = '', b = ''] = line.split(' ');
    return Math.sign(compareVersions(ecosystem, a, b)) !== '<=>'.indexOf(sign) - 1;
  });
  expect(wrong).toEqual([]);
});

it('is an order, whatever the texts are', () => {
  const ecosystem = fc.constantFrom(
    'Go',
    'Wolfi',
    'PyPI',
    'Maven',
    'Debian',
    'SUSE',
    'Packagist',
    'NuGet',
    'Other',
  );
  const version = fc.stringMatching(/^[0-9a-c.~_:+-]{0,8}$/);
  fc.assert(
    fc.property(ecosystem, version, version, (of, a, b) => {
      expect(Math.sign(compareVersions(of, a, b))).toBe(-Math.sign(compareVersions(of, b, a)) || 0);
    }),
  );
});
