/** Compares exports with the way in which other tools read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { valid as readPurl } from 'purl';
import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import {
  osvRecord,
  osvRecords,
  packageFile,
  vexDocument,
} from '#lib/import/advisories/test-corpora.ts';
import { statementsOf, vexHeader } from './openvex.ts';
import { osvOf } from './osv.ts';
import { packageYaml } from './package-yaml.ts';
import { NOW, rowsOf } from './test-rows.ts';
import { advisories } from '#lib/import/advisories/test-parse.ts';
import { isAffected, type ScannedRecord } from './test-scanner.ts';

const NPM = { package: { ecosystem: 'npm', name: 'left' } };
const NAMED = { id: 'CVE-2026-1', modified: '2026-01-02T03:04:05Z' };

const SITE = 'https://grove.example.com';

/** What a published schema and another library for package URLs refuse. */
function validator(name: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iri', (text) => URL.canParse(text));
  const path = `${import.meta.dirname}/fixtures/${name}.schema.json`;
  const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  return (value: unknown) => {
    validate(value);
    const purls = JSON.stringify(value).match(/(?<=")pkg:[^"]+/g) ?? [];
    return [...(validate.errors ?? []), ...purls.filter((purl) => readPurl(purl) === null)];
  };
}

const osvErrors = validator('osv-1.7');
const vexErrors = validator('openvex-0.2.0');

type Rows = [Advisory, ...Advisory[]];

const recordsOf = (rows: readonly Advisory[]) =>
  [...Map.groupBy(rows, ({ advisoryId }) => advisoryId).values()].map((same) =>
    osvOf(same as Rows),
  );

const asScanned = (record: unknown) => JSON.parse(JSON.stringify(record)) as ScannedRecord;

function documentOf(rows: readonly Advisory[]) {
  const header = vexHeader(SITE, '0123', NOW);
  return { ...header, statements: rows.flatMap((row) => statementsOf(row, SITE)) };
}

/** Every version in the text, and one above and one below each. */
function versionsNear(text: string): string[] {
  const named = text.match(/\b\d+\.\d+\.\d+(?:-r\d+)?\b/g) ?? [];
  const near = named.flatMap((version) => {
    const [, major, minor, patch = '0', rest = ''] =
      /^(\d+)\.(\d+)\.(\d+)(.*)$/.exec(version) ?? [];
    const others = [Number(patch) + 1, Number(patch) - 1].filter((number) => number >= 0);
    return [version, ...others.map((number) => `${major}.${minor}.${number}${rest}`)];
  });
  return [...new Set(near)];
}

/** The versions that only one of the exported and the original records flags. */
async function differences(text: string): Promise<unknown[]> {
  const original = JSON.parse(text) as ScannedRecord;
  const records = recordsOf(await rowsOf(text, 'a.json'));
  const invalid = records.flatMap(osvErrors);
  const [exported, ...others] = records.map(asScanned);
  if (exported === undefined || others.length > 0 || invalid.length > 0) return [text, invalid];
  const packages = [...original.affected, ...exported.affected].flatMap(
    ({ package: of }) => of ?? [],
  );
  return packages
    .filter(({ ecosystem }) => ecosystem !== 'GIT')
    .flatMap((of) => versionsNear(text).map((version) => ({ of, version })))
    .filter(
      ({ of, version }) => isAffected(exported, of, version) !== isAffected(original, of, version),
    );
}

it('flag in OSV what each real record flags', async () => {
  for (const content of Object.values(osvRecords())) {
    expect(await differences(String(content))).toEqual([]);
  }
});

it('flag in OSV what any record flags', async () => {
  await fc.assert(
    fc.asyncProperty(osvRecord, async (one) => {
      expect(await differences(JSON.stringify(one))).toEqual([]);
    }),
  );
});

it.each([
  ['whole', 'a'.repeat(40), 'b'.repeat(40)],
  // OSV asks for whole ones. A range without an end would say more than the record did.
  ['short', 'cb35df940a', 'ab12'],
])('write %s commits in OSV as the record did', async (name, one, other) => {
  const range = {
    type: 'GIT',
    repo: 'https://example.com/a.git',
    events: [{ introduced: '0' }, { fixed: one }, { fixed: other }],
  };
  const record = { id: 'OSV-1', modified: '2025-01-01T00:00:00Z', affected: [{ ranges: [range] }] };
  const records = recordsOf(await rowsOf(JSON.stringify(record), 'a.json'));
  expect(records).toMatchObject([{ affected: [{ ranges: [range] }] }]);
  if (name === 'whole') expect(records.flatMap(osvErrors)).toEqual([]);
});

it('write in OSV what the API has no field for', async () => {
  const more = {
    details: 'One line.\n\nAnother.',
    references: [{ type: 'WEB', url: 'https://example.com/a' }],
    related: ['CVE-2025-0002'],
    upstream: ['CVE-2025-0003'],
    credits: [{ name: 'Ada' }],
    database_specific: { cwe_ids: ['CWE-79'] },
  };
  const packages = ['a', 'b'].map((name) => ({
    package: { ecosystem: 'npm', name },
    ecosystem_specific: { imports: [{ path: name, symbols: ['parse'] }] },
    database_specific: { source: `https://example.com/${name}` },
    severity: [{ type: 'Ubuntu', score: name === 'a' ? 'low' : 'high' }],
  }));
  const record = { id: 'OSV-1', modified: '2025-01-01T00:00:00Z', affected: packages, ...more };
  const records = recordsOf(await rowsOf(JSON.stringify(record), 'a.json'));
  expect(records).toMatchObject([{ ...more, affected: packages }]);
  expect(records.flatMap(osvErrors)).toEqual([]);
  const [twice] = packages.map((one) => ({ ...one, package: NPM.package }));
  const [, other] = packages.map((one) => ({ ...one, package: NPM.package }));
  const joined = recordsOf(
    await rowsOf(JSON.stringify({ ...NAMED, affected: [twice, other] }), 'a.json'),
  );
  const both = packages.flatMap((one) => one.ecosystem_specific.imports);
  expect(joined).toMatchObject([{ affected: [{ ecosystem_specific: { imports: both } }] }]);
});

it('flag in OSV a package and never the component in it', async () => {
  await fc.assert(
    fc.asyncProperty(packageFile, async (file) => {
      const { name } = file.package;
      const rows = await rowsOf(JSON.stringify(file), 'a.yaml');
      for (const record of recordsOf(rows)) {
        expect(osvErrors(record)).toEqual([]);
        const scanned = asScanned(record);
        const row = rows.find(({ advisoryId }) => advisoryId === record['id']);
        const ecosystem = row?.advisoryId.startsWith('CGA-') ? 'Chainguard' : 'Alpine';
        expect(scanned.affected.map((one) => one.package)).toMatchObject([{ ecosystem, name }]);
        for (const version of [...versionsNear(JSON.stringify(file)), '999.0.0-r0']) {
          const fixed = row?.fixedVersion ?? '';
          const isFalse = row?.status === 'FALSE_POSITIVE_DETERMINATION';
          const open = { affected: [{ package: { ecosystem, name }, ranges: [rangeTo(fixed)] }] };
          expect(isAffected(scanned, { ecosystem, name }, version)).toBe(
            !isFalse && isAffected(open, { ecosystem, name }, version),
          );
        }
      }
    }),
  );
});

const rangeTo = (fixed: string): { type: string; events: Record<string, string>[] } => ({
  type: 'ECOSYSTEM',
  events: [{ introduced: '0' }, ...(fixed === '' ? [] : [{ fixed }])],
});

it('are OpenVEX, whatever was taken in', async () => {
  for (const content of Object.values(osvRecords())) {
    expect(vexErrors(documentOf(await rowsOf(String(content), 'a.json')))).toEqual([]);
  }
  await fc.assert(
    fc.asyncProperty(osvRecord, packageFile, async (record, file) => {
      const osv = await rowsOf(JSON.stringify(record), 'a.json');
      const yaml = await rowsOf(JSON.stringify(file), 'a.yaml');
      expect(vexErrors(documentOf(osv))).toEqual([]);
      expect(vexErrors(documentOf(yaml))).toEqual([]);
    }),
  );
});

it('name products in OpenVEX as the statements did', async () => {
  await fc.assert(
    fc.asyncProperty(vexDocument, async (document) => {
      const rows = await rowsOf(JSON.stringify(document), 'a.json');
      const exported = documentOf(rows);
      expect(vexErrors(exported)).toEqual([]);
      expect(recordsOf(rows).flatMap(osvErrors)).toEqual([]);
      const given = new Set(
        document.statements.flatMap(({ products }) => products.map((product) => product['@id'])),
      );
      const named = exported.statements.flatMap(({ products }) => products as { '@id': string }[]);
      expect(named.filter((product) => !given.has(product['@id']))).toEqual([]);
    }),
  );
});

const FIXTURES = join(import.meta.dirname, '../../import/advisories/fixtures');
const ofOtherTools = readdirSync(join(FIXTURES, 'cyclonedx-vex'));

const ofGrove = ['openvex.json', 'package.yaml'];

it.each([...ofGrove, ...ofOtherTools.map((name) => `cyclonedx-vex/${name}`)])(
  'are OSV and OpenVEX of %s',
  async (name) => {
    const rows = await rowsOf(readFileSync(join(FIXTURES, name), 'utf8'), name);
    const [records, document] = [recordsOf(rows), documentOf(rows)];
    expect(records).not.toEqual([]);
    expect([...records.flatMap(osvErrors), ...vexErrors(document)]).toEqual([]);
  },
);

it('look through an advisory for OpenVEX a few times only, however many statements it has', async () => {
  const [row] = await rowsOf(JSON.stringify({ ...NAMED, affected: [NPM] }), 'a.json');
  if (row === undefined) throw new Error('no advisory');
  const uids = Array.from({ length: 100 }, (_, at) => at.toString(16));
  const events = uids.map((uid) => ({ ...row.events[0], uid }));
  const origins = uids.map((uid) => [uid, { product: `pkg:npm/other@${uid}` }]);
  let looks = 0;
  const counted = {
    ...row,
    events,
    get origin() {
      looks += 1;
      return { events: Object.fromEntries(origins) as JsonObject };
    },
  };
  expect(statementsOf(counted, SITE)).toHaveLength(uids.length);
  expect(looks).toBeLessThan(20);
});

it('write package YAML that keeps line separators of Unicode within a text', async () => {
  const note = 'one\u2028two\u2029three';
  const timestamp = '2026-01-02T03:04:05Z';
  const event = { timestamp, type: 'true-positive-determination', data: { note } };
  const packaged = { name: 'left' };
  const advisory = { id: 'CVE-2026-1', events: [event] };
  const file = { 'schema-version': '2', package: packaged, advisories: [advisory] };
  const rows = (await rowsOf(JSON.stringify(file), 'a.yaml')) as Rows;
  const [read] = await advisories([...packageYaml(rows)].join(''), 'a.yaml');
  expect(read?.events).toMatchObject([{ data: { note } }]);
});

it('write package YAML that says what was read, to the letter', async () => {
  await fc.assert(
    fc.asyncProperty(packageFile, async (file) => {
      const rows = (await rowsOf(JSON.stringify(file), 'a.yaml')) as Rows;
      const written = [...packageYaml(rows)].join('');
      expect(written).not.toContain('grove:');
      expect(await advisories(written, 'a.yaml')).toEqual(
        await advisories(JSON.stringify(file), 'a.yaml'),
      );
    }),
  );
});
