/** Versions of every ecosystem, for tests: few numbers and words, so that many are close to each other. */
import fc from 'fast-check';

const number = fc.constantFrom('0', '1', '2', '3', '9', '10', '11', '99', '20240101');
const padded = fc.oneof(
  { weight: 5, arbitrary: number },
  fc.constantFrom('00', '01', '007', '010'),
);
const word = fc.constantFrom('a', 'b', 'c', 'alpha', 'beta', 'dev', 'pre', 'rc', 'x', 'RC', 'Beta');
const piece = fc.oneof(number, word, fc.tuple(word, number).map(together));

function together(parts: readonly string[]): string {
  return parts.join('');
}

/** Up to a number of pieces with a sign before each, or nothing. */
const some = (sign: fc.Arbitrary<string>, of: fc.Arbitrary<string>, most = 2) =>
  fc.array(fc.tuple(sign, of).map(together), { maxLength: most }).map(together);

const numbers = (of: fc.Arbitrary<string>, least: number, most: number) =>
  fc.array(of, { minLength: least, maxLength: most }).map((all) => all.join('.'));

const dot = fc.constant('.');
const often = (of: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), of);

const build = often(fc.tuple(fc.constant('+'), piece).map(together));
const labels = often(
  fc
    .tuple(
      fc.constant('-'),
      fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join('.')),
    )
    .map(together),
);
const semver = fc.tuple(numbers(number, 3, 3), labels, build).map(together);

const epoch = often(fc.constantFrom('0:', '1:'));
const upstream = fc
  .tuple(padded, some(fc.constantFrom('.', '+', '~', '', '.'), fc.oneof(padded, piece), 4))
  .map(together);
const revision = often(
  fc.tuple(fc.constant('-'), padded, some(fc.constantFrom('.', '~', '+'), piece)).map(together),
);

const apkSuffix = fc.constantFrom(
  '_alpha',
  '_beta',
  '_pre',
  '_rc',
  '_cvs',
  '_svn',
  '_git',
  '_hg',
  '_p',
);

const mavenWord = fc
  .tuple(
    fc.constantFrom('-', ''),
    fc.constantFrom('a', 'alpha', 'beta', 'b', 'm', 'cr', 'rc', 'SNAPSHOT', 'sp', 'x'),
    fc.oneof(
      fc.constant(''),
      number,
      fc.tuple(fc.constant('-'), numbers(number, 1, 2)).map(together),
    ),
  )
  .map(together);

/** By the name of an ecosystem; others have the versions of SemVer. */
const SCHEMES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  RubyGems: fc
    .tuple(
      padded,
      some(dot, fc.oneof(padded, piece), 4),
      often(fc.tuple(fc.constantFrom('-', '.'), piece, some(dot, piece)).map(together)),
    )
    .map(together),
  PyPI: fc
    .tuple(
      often(fc.constantFrom('0!', '1!')),
      numbers(padded, 1, 4),
      often(
        fc
          .tuple(
            fc.constantFrom('', '.', '-', '_'),
            fc.constantFrom('a', 'b', 'rc', 'c', 'alpha', 'beta', 'pre', 'preview'),
            fc.constantFrom('', '1', '.2', '10'),
          )
          .map(together),
      ),
      often(fc.tuple(fc.constantFrom('.post', '-', '.rev', 'post'), number).map(together)),
      often(fc.tuple(fc.constantFrom('.dev', 'dev', '-dev'), number).map(together)),
      often(
        fc
          .tuple(fc.constant('+'), piece, some(fc.constantFrom('.', '-', '_'), piece, 1))
          .map(together),
      ),
    )
    .map(together),
  Debian: fc.tuple(epoch, upstream, revision).map(together),
  'Red Hat': fc
    .tuple(
      epoch,
      fc
        .tuple(
          padded,
          some(fc.constantFrom('.', '+', '~', '^', '', '_'), fc.oneof(padded, piece), 4),
        )
        .map(together),
      often(
        fc
          .tuple(fc.constant('-'), padded, some(fc.constantFrom('.', '~', '^'), piece))
          .map(together),
      ),
    )
    .map(together),
  // No dot is beside a word: there the program differs from Maven's specification.
  Maven: fc
    .tuple(
      numbers(padded, 1, 4),
      fc.array(mavenWord, { maxLength: 2 }).map(together),
      often(fc.constantFrom('-final', '.GA', 'Release')),
    )
    .map(together),
  Packagist: fc
    .tuple(
      often(fc.constant('v')),
      numbers(number, 1, 4),
      often(
        fc
          .tuple(
            fc.constantFrom('-', '', '.', '_'),
            fc.constantFrom('alpha', 'a', 'beta', 'b', 'RC', 'rc', 'patch', 'pl', 'p'),
            fc.constantFrom('', '1', '.2', '10'),
          )
          .map(together),
      ),
      often(fc.constant('-dev')),
    )
    .map(together),
  NuGet: fc.tuple(numbers(number, 1, 4), labels, build).map(together),
  Alpine: fc
    .tuple(
      numbers(padded, 1, 4),
      often(fc.constantFrom('a', 'b', 'z')),
      some(apkSuffix, fc.constantFrom('', '0', '1', '2', '10', '20240101')),
      often(fc.tuple(fc.constant('-r'), number).map(together)),
    )
    .map(together),
  ConanCenter: fc
    .tuple(
      numbers(fc.oneof(padded, fc.constantFrom('1l', '2z', '2zf', 'cci', 'x')), 1, 4),
      labels,
      build,
    )
    .map(together),
  Hackage: numbers(padded, 1, 5),
  CRAN: fc.tuple(padded, some(fc.constantFrom('.', '-'), padded, 4)).map(together),
  'OSS-Fuzz': fc
    .tuple(
      often(fc.constantFrom('v', 'openssl-')),
      numbers(number, 1, 4),
      often(fc.constantFrom('a', 'l', 'z', 'zf')),
      labels,
    )
    .map(together),
};

/** Other ecosystems with the versions of one above. */
const LIKE: Readonly<Record<string, readonly string[]>> = {
  Debian: ['Ubuntu', 'Echo', 'opam', 'Docker Hardened Images'],
  'Red Hat': [
    'AlmaLinux',
    'Azure Linux',
    'Mageia',
    'openEuler',
    'openSUSE',
    'Photon OS',
    'Rocky Linux',
    'SUSE',
  ],
  Alpine: [
    'Alpaquita',
    'BellSoft Hardened Containers',
    'Chainguard',
    'CleanStart',
    'MinimOS',
    'Wolfi',
    'Root:Alpine',
  ],
  Hackage: ['GHC'],
  CRAN: ['Bioconductor'],
  'OSS-Fuzz': ['Android', 'FreeBSD', 'Linux', 'TuxCare'],
};

const likeOf = (ecosystem: string) =>
  Object.entries(LIKE).find(([, others]) => others.includes(ecosystem))?.[0] ?? ecosystem;

export const versionsOf = (ecosystem: string): fc.Arbitrary<string> =>
  SCHEMES[likeOf(ecosystem)] ?? semver;

/** Two versions of an ecosystem, of which one often begins as the other one does. */
export function pairsOf(ecosystem: string): fc.Arbitrary<[string, string]> {
  const one = versionsOf(ecosystem);
  if (ecosystem === 'Maven') return fc.tuple(one, one);
  return fc.oneof(
    fc.tuple(one, one),
    fc.tuple(one, one, fc.nat(6)).map(([a, b, at]): [string, string] => {
      const mixed = a.slice(0, at) + b.slice(at);
      return [a, mixed];
    }),
  );
}

/** Every ecosystem of OSV that has versions. */
export const ECOSYSTEMS: readonly string[] = [
  ...new Set([
    ...Object.keys(SCHEMES),
    ...Object.values(LIKE).flat(),
    'Bitnami',
    'crates.io',
    'GitHub Actions',
    'Go',
    'Hex',
    'Julia',
    'Kubernetes',
    'npm',
    'Pub',
    'SwiftURL',
    'VSCode',
  ]),
];
