/** Advisories in every format: real records, and generated ones of every shape. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Files } from './test-archives.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** A folder of OSV records of one's own, to run the tests of formats over all of them. */
const MORE_OSV = process.env['GROVE_TEST_OSV_FOLDER'];

/** Real records, by their file names. */
export function osvRecords(): Files {
  const folders = [join(FIXTURES, 'osv-go'), join(FIXTURES, 'osv-go-shapes')];
  if (MORE_OSV !== undefined) folders.push(MORE_OSV);
  const files: Record<string, Buffer> = {};
  for (const folder of folders) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      files[name] = readFileSync(join(folder, name));
    }
  }
  return files;
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((text) => !text.includes('\0'));
const seconds = fc
  .integer({ min: 1_500_000_000, max: 1_760_000_000 })
  .map((time) => new Date(time * 1000).toISOString().replace('.000Z', 'Z'));
const four = fc.stringMatching(/^[23456789cfghjmpqrvwx]{4}$/);
const nativeId = fc.tuple(four, four, four).map((parts) => `CGA-${parts.join('-')}`);
const cve = fc
  .tuple(fc.integer({ min: 2002, max: 2026 }), fc.integer({ min: 1000, max: 99_999 }))
  .map(([year, number]) => `CVE-${year}-${number}`);
const aliases = fc.uniqueArray(
  fc.oneof(
    cve,
    fc.tuple(four, four, four).map((parts) => `GHSA-${parts.join('-')}`),
  ),
  {
    maxLength: 3,
  },
);

const triple = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((parts) => parts.join('.'));
const apkVersion = fc
  .tuple(triple, fc.nat(30))
  .map(([version, revision]) => `${version}-r${revision}`);

/** A name and versions, as the packages of an ecosystem have them. */
const ECOSYSTEMS: Readonly<
  Record<string, { name: fc.Arbitrary<string>; version: fc.Arbitrary<string> }>
> = {
  Go: { name: fc.tuple(word, word).map(([a, b]) => `github.com/${a}/${b}`), version: triple },
  npm: {
    name: fc.oneof(
      word,
      fc.tuple(word, word).map(([a, b]) => `@${a}/${b}`),
    ),
    version: triple,
  },
  PyPI: { name: fc.tuple(word, word).map(([a, b]) => `${a}-${b}`), version: triple },
  Maven: { name: fc.tuple(word, word, word).map(([a, b, c]) => `${a}.${b}:${c}`), version: triple },
  'crates.io': { name: word, version: triple },
  RubyGems: { name: word, version: triple },
  Packagist: { name: fc.tuple(word, word).map(([a, b]) => `${a}/${b}`), version: triple },
  'Alpine:v3.20': { name: word, version: apkVersion },
  Wolfi: { name: word, version: apkVersion },
  Chainguard: { name: word, version: apkVersion },
  'Debian:12': { name: word, version: apkVersion },
  'Red Hat:enterprise_linux:9::baseos': { name: word, version: triple },
  Linux: { name: fc.constant('Kernel'), version: triple },
};

const affectedIn = (ecosystem: string) => {
  const { name, version } = ECOSYSTEMS[ecosystem] ?? { name: word, version: triple };
  const limits = fc.uniqueArray(version, { minLength: 0, maxLength: 4 });
  const isOpen = fc.boolean();
  const range = fc
    .tuple(limits, isOpen, fc.constantFrom('fixed', 'last_affected'))
    .map(([versions, open, end]) => {
      const events: Record<string, string>[] = [{ introduced: '0' }];
      for (const [at, limit] of versions.entries()) {
        events.push(at % 2 === 0 ? { [end]: limit } : { introduced: limit });
      }
      if (open && versions.length % 2 === 1) events.push({ introduced: '99.0.0' });
      return { type: ecosystem === 'Go' || ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM', events };
    });
  const shuffled = range.chain((one) =>
    fc
      .shuffledSubarray(one.events, { minLength: one.events.length })
      .map((events) => ({ ...one, events })),
  );
  return fc.record(
    {
      package: fc.record({ ecosystem: fc.constant(ecosystem), name }),
      ranges: fc.array(shuffled, { maxLength: 2 }),
      versions: fc.array(version, { maxLength: 3 }),
    },
    { requiredKeys: ['package'] },
  );
};

const gitAffected = fc.tuple(word, fc.stringMatching(/^[0-9a-f]{40}$/)).map(([name, commit]) => ({
  ranges: [
    {
      type: 'GIT',
      repo: `https://example.com/${name}.git`,
      events: [{ introduced: '0' }, { fixed: commit }],
    },
  ],
}));

const CVSS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
];

/** One record of OSV. */
export const osvRecord = fc.record(
  {
    schema_version: fc.constant('1.7.0'),
    id: fc.oneof(
      nativeId,
      cve,
      word.map((name) => `OSV-${name}`),
    ),
    modified: seconds,
    published: seconds,
    withdrawn: seconds,
    aliases,
    summary: anyText,
    severity: fc.constantFrom(...CVSS).map((score) => [{ type: 'CVSS_V3', score }]),
    affected: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...Object.keys(ECOSYSTEMS)).chain(affectedIn) },
        gitAffected,
      ),
      { minLength: 1, maxLength: 4 },
    ),
  },
  { requiredKeys: ['id', 'modified', 'affected'] },
);

const note = fc.record({ note: anyText });
const yamlDetection = fc.oneof(
  fc.constant({ type: 'manual' }),
  fc.record({
    type: fc.constant('nvdapi'),
    data: fc.record({ cpeSearched: word, cpeFound: word }),
  }),
  fc.record({
    type: fc.constant('scan/v1'),
    data: fc.record({
      subpackageName: word,
      componentID: fc.stringMatching(/^[0-9a-f]{16}$/),
      componentName: fc.oneof(word, ECOSYSTEMS['Go']?.name ?? word),
      componentVersion: fc.oneof(
        triple,
        apkVersion,
        fc.constantFrom('1.10', '0x1', '1e3', 'v1.2.0'),
      ),
      componentType: fc.constantFrom('apk', 'go-module', 'python', 'npm', 'java-archive', 'binary'),
      componentLocation: fc.tuple(word, word).map(([a, b]) => `/usr/${a}/${b}`),
      scanner: fc.constant('grype'),
    }),
  }),
);

const yamlEvent = fc
  .oneof(
    fc.record({ type: fc.constant('detection'), data: yamlDetection }),
    fc.record({
      type: fc.constant('fixed'),
      data: apkVersion.map((version) => ({ 'fixed-version': version })),
    }),
    fc.record({
      type: fc.constant('false-positive-determination'),
      data: fc.record({
        type: fc.constantFrom(
          'vulnerability-record-analysis-contested',
          'component-vulnerability-mismatch',
          'vulnerable-code-version-not-used',
          'vulnerable-code-not-included-in-package',
          'vulnerable-code-not-in-execution-path',
          'vulnerable-code-cannot-be-controlled-by-adversary',
          'inline-mitigations-exist',
        ),
        note: anyText,
      }),
    }),
    fc.record({
      type: fc.constantFrom(
        'true-positive-determination',
        'analysis-not-planned',
        'fix-not-planned',
        'pending-upstream-fix',
      ),
      data: note,
    }),
  )
  .chain((event) => seconds.map((timestamp) => ({ timestamp, ...event })));

/** The file of one package. */
export const packageFile = fc.record({
  'schema-version': fc.constant('2.0.2'),
  package: fc.record({ name: fc.stringMatching(/^[a-z][a-z0-9+.-]{2,12}[0-9]{3}$/) }),
  advisories: fc.uniqueArray(
    fc.record(
      { id: fc.oneof(nativeId, cve), aliases, events: fc.array(yamlEvent, { maxLength: 5 }) },
      { requiredKeys: ['id'] },
    ),
    { minLength: 1, maxLength: 6, selector: ({ id }) => id },
  ),
});

const purl = fc.oneof(
  fc.tuple(word, word, triple).map(([a, b, v]) => `pkg:golang/github.com/${a}/${b}@v${v}`),
  fc
    .tuple(word, word, triple)
    .map(([a, b, v]) => `pkg:golang/github.com/${a}/${b}@v${v}?goos=linux#cmd/${a}`),
  fc
    .tuple(fc.constantFrom('wolfi', 'chainguard', 'alpine'), word, apkVersion)
    .map(([d, a, v]) => `pkg:apk/${d}/${a}@${v}?arch=x86_64&distro=${d}`),
  fc
    .tuple(word, word)
    .map(([a, b]) => `pkg:oci/${a}?arch=arm64&repository_url=registry.example.com%2F${b}%2F${a}`),
  fc.tuple(word, word, triple).map(([a, b, v]) => `pkg:npm/%40${a}/${b}@${v}`),
  fc.tuple(word, word, triple).map(([a, b, v]) => `pkg:maven/org.${a}/${b}@${v}?type=jar`),
  fc.tuple(word, triple).map(([a, v]) => `pkg:deb/debian/${a}@${v}?distro=debian-12`),
  fc.tuple(word, triple).map(([a, v]) => `pkg:huggingface/${a}/model@${v}`),
  word.map((name) => `https://example.com/products/${name}`),
);

const subcomponents = fc.array(
  purl.map((id) => ({ '@id': id })),
  { minLength: 1, maxLength: 2 },
);
const products = fc.uniqueArray(
  fc.oneof(
    purl.map((id) => ({ '@id': id })),
    fc.record({ '@id': purl, subcomponents }),
  ),
  { minLength: 1, maxLength: 2, selector: (product) => JSON.stringify(product) },
);

const verdict = fc.oneof(
  fc.record(
    { status: fc.constantFrom('fixed', 'under_investigation'), status_notes: anyText },
    { requiredKeys: ['status'] },
  ),
  fc.record({ status: fc.constant('affected'), action_statement: anyText }),
  fc.record({ status: fc.constant('not_affected'), impact_statement: anyText }),
  fc.record({
    status: fc.constant('not_affected'),
    justification: fc.constantFrom(
      'component_not_present',
      'vulnerable_code_not_present',
      'vulnerable_code_not_in_execute_path',
      'vulnerable_code_cannot_be_controlled_by_adversary',
      'inline_mitigations_already_exist',
    ),
  }),
);

/** One document of OpenVEX. */
export const vexDocument = fc.record({
  '@context': fc.constant('https://openvex.dev/ns/v0.2.0'),
  '@id': fc.constant('https://example.com/vex/1'),
  author: fc.constant('security@example.com'),
  timestamp: seconds,
  version: fc.constant(1),
  statements: fc.array(
    fc
      .tuple(fc.record({ name: cve, aliases }), seconds, products, verdict)
      .map(([vulnerability, timestamp, of, said]) => ({
        vulnerability,
        timestamp,
        products: of,
        ...said,
      })),
    { minLength: 1, maxLength: 6 },
  ),
});
