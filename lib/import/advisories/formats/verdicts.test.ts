/** Two verdicts on one thing in one document: affected counts, and a warning names both. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advisories, inWords, parse } from '#lib/import/advisories/test-parse.ts';
import { randomly } from '../../../../e2e/support/random.ts';

const TIME = '2026-01-01T00:00:00Z';
const STATUSES = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;

interface Said {
  id: string;
  aliases?: string[];
  product: string;
  status: (typeof STATUSES)[number];
  time?: string;
}

const WHY = { action_statement: 'Update.', impact_statement: 'It is not built.' };

const openvex = (all: readonly Said[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  author: 'Ada',
  timestamp: TIME,
  statements: all.map(({ id, aliases = [], product, status, time }) => ({
    vulnerability: { name: id, aliases },
    products: [product],
    status,
    ...(status === 'affected' && { action_statement: WHY.action_statement }),
    ...(status === 'not_affected' && { impact_statement: WHY.impact_statement }),
    ...(time !== undefined && { timestamp: time }),
  })),
});

const STATE = {
  not_affected: 'not_affected',
  affected: 'exploitable',
  fixed: 'resolved',
  under_investigation: 'in_triage',
};

const cyclonedx = (all: readonly Said[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  vulnerabilities: all.map(({ id, aliases = [], product, status, time }) => ({
    id,
    references: aliases.map((alias) => ({ id: alias })),
    analysis: { state: STATE[status], detail: 'As told.', ...(time && { lastUpdated: time }) },
    affects: [{ ref: product }],
  })),
});

const LIST = {
  not_affected: 'known_not_affected',
  affected: 'known_affected',
  fixed: 'first_fixed',
  under_investigation: 'under_investigation',
};

const csaf = (all: readonly Said[]) => ({
  document: { csaf_version: '2.0', tracking: { current_release_date: TIME } },
  product_tree: {
    full_product_names: all.map(({ product }, at) => ({
      product_id: `P${at}`,
      name: product,
      product_identification_helper: { purl: product },
    })),
  },
  vulnerabilities: all.map(({ id, aliases = [], status }, at) => ({
    cve: id,
    ids: aliases.map((text) => ({ text })),
    product_status: { [LIST[status]]: [`P${at}`] },
    threats: [{ category: 'impact', details: 'As told.' }],
    remediations: [{ category: 'workaround', details: 'Wait.' }],
  })),
});

const FORMATS = { openvex, cyclonedx, csaf };

const yaml = (events: readonly string[]) =>
  `schema-version: 2.0.2
package: {name: a}
advisories:
  - id: CVE-2026-1
    events:
${events.map((type) => `      - {timestamp: '${TIME}', type: ${type}, data: {note: As told., type: inline-mitigations-exist}}`).join('\n')}
`;

/** Advisories and warnings without their order. */
async function readOf(document: object) {
  const found = await parse(JSON.stringify(document));
  const advisoriesIn = found.flatMap((one) => ('advisory' in one ? [one.advisory] : []));
  const warnings = found.flatMap((one) =>
    'warning' in one ? [`${one.record}: ${inWords(one)}`] : [],
  );
  const keyOf = (one: object) => JSON.stringify(one);
  return {
    advisories: advisoriesIn.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    warnings: warnings.toSorted(),
  };
}

const id = fc.constantFrom('CVE-2026-1', 'CVE-2026-2', 'GHSA-1');
const product = fc.constantFrom(
  'pkg:npm/a',
  'pkg:npm/a@1.0.0',
  'pkg:npm/a@1.0.0?b=1&c=2',
  'pkg:npm/a@1.0.0?c=2&b=1',
  'pkg:NPM/a@1.0.0',
);
const said = fc.record<Said>(
  {
    id,
    aliases: fc.constantFrom([], ['CVE-2026-1'], ['GHSA-1']),
    product,
    status: fc.constantFrom(...STATUSES),
    time: fc.constantFrom(TIME, '2026-01-02T00:00:00Z'),
  },
  { requiredKeys: ['id', 'product', 'status'] },
);
const twice = fc
  .array(said, { minLength: 2, maxLength: 6 })
  .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));

describe.each(Object.entries(FORMATS))('%s', (name, documentOf) => {
  it('says the same in any order', async () => {
    const same = fc.asyncProperty(twice, async ([one, other]) => {
      expect(await readOf(documentOf(other))).toEqual(await readOf(documentOf(one)));
    });
    await fc.assert(same, randomly(150));
  });

  it.each([
    ['affected', 'fixed', 'truePositiveDetermination'],
    ['affected', 'under_investigation', 'truePositiveDetermination'],
    ['affected', 'not_affected', 'truePositiveDetermination'],
    ['under_investigation', 'fixed', 'detection'],
    ['fixed', 'not_affected', 'fixed'],
  ] as const)('of %s and %s keeps the first, and names both', async (counts, other, kind) => {
    const of = { id: 'CVE-2026-1', product: 'pkg:npm/a@1.0.0' };
    const both = [
      { ...of, status: other },
      { ...of, product: 'pkg:NPM/a@1.0.0', status: counts },
    ];
    const found = await readOf(documentOf(both));
    expect(found.advisories.map(({ events }) => events.map((event) => event.kind))).toEqual([
      [kind],
    ]);
    const warning = `says ${counts} and ${other} of pkg:npm/a@1.0.0 at the same time; ${counts} counts`;
    expect(found.warnings.map((one) => one.toLowerCase())).toEqual([
      `cve-2026-1: status: ${warning}`,
    ]);
  });

  it('finds a contradiction under another name of the vulnerability', async () => {
    const of = { product: 'pkg:npm/a@1.0.0' };
    const found = await readOf(
      documentOf([
        { ...of, id: 'CVE-2026-1', status: 'fixed' },
        { ...of, id: 'GHSA-1', aliases: ['CVE-2026-1'], status: 'affected' },
        { ...of, id: 'CVE-2026-2', status: 'fixed' },
      ]),
    );
    expect(found.advisories.map(({ advisoryId }) => advisoryId).toSorted()).toEqual([
      'CVE-2026-2',
      'GHSA-1',
    ]);
    expect(found.warnings).toEqual([
      expect.stringMatching(/^CVE-2026-1, GHSA-1: .*affected and fixed/),
    ]);
  });

  it('takes a newer verdict for an older one without a word', async () => {
    const of = { id: 'CVE-2026-1', product: 'pkg:npm/a@1.0.0' };
    const found = await readOf(
      documentOf([
        { ...of, status: 'fixed', time: '2026-01-02T00:00:00Z' },
        { ...of, status: 'affected', time: TIME },
      ]),
    );
    // All that CSAF says has the time of its document.
    if (name !== 'csaf') expect(found.warnings).toEqual([]);
    expect(found.advisories[0]?.events.at(-1)?.kind).toBe(
      name === 'csaf' ? 'truePositiveDetermination' : 'fixed',
    );
  });
});

describe('package YAML', () => {
  it('takes a detection for the beginning of a timeline', async () => {
    expect((await advisories(yaml(['fixed', 'pending-upstream-fix']), 'a.yaml'))[0]).toMatchObject({
      events: [{ kind: 'pendingUpstreamFix' }],
    });
    const found = await parse(yaml(['pending-upstream-fix', 'fixed']), 'a.yaml');
    expect(found.map(inWords)).toEqual([
      'status: says affected and fixed of a at the same time; affected counts',
      'CVE-2026-1',
    ]);
  });

  it('keeps several events of one verdict as they stand', async () => {
    const [found] = await advisories(yaml(['fix-not-planned', 'pending-upstream-fix']), 'a.yaml');
    expect(found?.events.map(({ kind }) => kind)).toEqual(['fixNotPlanned', 'pendingUpstreamFix']);
  });
});
