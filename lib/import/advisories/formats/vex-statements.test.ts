import { expect, it } from 'vitest';
import { MAX_RECORD_BYTES } from '#lib/import/advisories/files/limits.ts';
import { inWords, lines, parse } from '#lib/import/advisories/test-parse.ts';

const statement = (vulnerability: string, product: string, more: object = {}) => ({
  vulnerability: { name: vulnerability },
  products: [`pkg:apk/wolfi/${product}`],
  status: 'under_investigation',
  timestamp: '2025-01-01T00:00:00Z',
  ...more,
});

const HEAD = { '@context': 'https://openvex.dev/ns/v0.2.0', author: 'Ada' };

it('reads a document that is longer than a record may be', async () => {
  const note = 'x'.repeat(1_000);
  const statements = Array.from({ length: 2_500 }, (_, at) =>
    statement(`CVE-2025-${at}`, 'a', { status_notes: note }),
  );
  const text = JSON.stringify({ ...HEAD, statements });
  expect(text.length).toBeGreaterThan(MAX_RECORD_BYTES);
  const found = await lines(text);
  expect(found).toHaveLength(2_500);
  expect(found.at(-1)).toBe('1: CVE-2025-2499');
}, 60_000);

it('joins what statements say of the same advisory, in the order of their times', async () => {
  const statements = [
    statement('CVE-1', 'a', { status: 'fixed', timestamp: '2025-03-01T00:00:00Z' }),
    statement('CVE-2', 'a'),
    statement('CVE-1', 'a', { vulnerability: { name: 'CVE-1', aliases: ['GHSA-1'] } }),
  ];
  const found = await parse(JSON.stringify({ ...HEAD, statements }, null, 1));
  expect(found.map(inWords)).toEqual(['CVE-1', 'CVE-2']);
  expect(found[0]).toMatchObject({
    line: 5,
    advisory: { aliases: ['GHSA-1'], events: [{ kind: 'detection' }, { kind: 'fixed' }] },
  });
});

it('takes what stands before and after the statements', async () => {
  const [warning, found] = await parse(
    '{"statements": [{"vulnerability": {"name": "CVE-1"}, "products": ["a"], "status": "affected"}],' +
      '"@context": "https://openvex.dev/ns/v0.2.0", "author": "Ada", "timestamp": "2025-01-01T00:00:00Z"}',
  );
  expect(warning).toMatchObject({ line: 1, record: 'statements.0', field: 'action_statement' });
  expect(found).toMatchObject({
    advisory: { author: 'Ada', events: [{ createTime: '2025-01-01T00:00:00.000Z' }] },
  });
});

it('names the statement and the field that it refuses, and the line of what follows', async () => {
  const text = `{
  "@context": "https://openvex.dev/ns/v0.2.0",
  "statements": [
    ${JSON.stringify(statement('CVE-1', 'a'))},
    5,
    {"vulnerability": {"name": "CVE-2"},
     "products": [], "status": "affected"},
    {"vulnerability": }
  ],
  "timestamp": "now"
}
`;
  expect(await lines(text)).toEqual(['10: timestamp: must be an RFC 3339 time']);
  const found = await parse(text.replace('"now"', '"2025-01-01T00:00:00Z"'));
  expect(found.map((one) => [one.line, 'record' in one ? one.record : '', inWords(one)])).toEqual([
    [5, 'statements.1', 'must be a JSON object'],
    [7, 'statements.2', 'products: must not be empty'],
    [8, 'statements.3', 'is not well-formed JSON: value expected'],
    [4, '', 'CVE-1'],
  ]);
});

it('refuses statements that are together longer than a record', async () => {
  const note = 'x'.repeat(MAX_RECORD_BYTES / 2);
  const statements = [
    ...[1, 2, 3].map(() => statement('CVE-1', 'a', { status: 'fixed', status_notes: note })),
    statement('CVE-2', 'a'),
  ];
  expect(await lines(JSON.stringify({ ...HEAD, statements }))).toEqual([
    `1: statements: the statements on a are together longer than ${MAX_RECORD_BYTES} bytes`,
    '1: CVE-2',
  ]);
}, 60_000);

it.each([
  [{ status: 'affected' }, 'action_statement: is required of an affected product'],
  [
    { status: 'not_affected' },
    'justification: is required of a product that is not affected, or else an impact_statement',
  ],
])('warns of a statement without its reason: %j', async (verdict, warning) => {
  const statements = [statement('CVE-1', 'a', verdict)];
  expect(await lines(JSON.stringify({ ...HEAD, statements }))).toEqual([
    `1: ${warning}`,
    '1: CVE-1',
  ]);
});

it('reads the name of a vulnerability that has only an address', async () => {
  const vulnerability = { '@id': 'https://nvd.nist.gov/vuln/detail/CVE-2024-1011' };
  const statements = [statement('', 'a', { vulnerability })];
  expect(await lines(JSON.stringify({ ...HEAD, statements }))).toEqual(['1: CVE-2024-1011']);
});

it.each([
  [{ timestamp: undefined }, 'timestamp: is required, here or in the document'],
  [
    { products: [{}] },
    'products.0: must have an @id, an identifier (purl, cpe22, cpe23) or a hash',
  ],
])('refuses %j', async (more, reason) => {
  const statements = [statement('CVE-1', 'a', more)];
  const [found = ''] = await lines(JSON.stringify({ ...HEAD, statements }));
  expect(found).toContain(reason);
});

it('sorts statements by all digits of their times', async () => {
  const at = (digits: string, status: string) =>
    statement('CVE-1', 'a', { status, timestamp: `2025-01-01T00:00:00.${digits}Z` });
  const statements = [at('123456789', 'fixed'), at('1234567', 'under_investigation')];
  const [found] = await parse(JSON.stringify({ ...HEAD, statements }));
  expect(found).toMatchObject({
    advisory: {
      events: [
        { kind: 'detection', origin: { finerTime: '4567' } },
        { kind: 'fixed', origin: { finerTime: '456789' } },
      ],
    },
  });
});
