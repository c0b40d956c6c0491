import { expect, it } from 'vitest';
import { fixture } from '#lib/import/advisories/test-archives.ts';
import { advisories, lines } from '#lib/import/advisories/test-parse.ts';

const origin = {
  product: 'pkg:oci/shop?repository_url=registry.example.com%2Fshop&arch=arm64',
  subcomponent: 'pkg:golang/golang.org/x/net@v0.20.0',
};

it('has a timeline for each vulnerability of a product', async () => {
  expect(await advisories(fixture('openvex.json'))).toEqual([
    {
      advisoryId: 'CVE-2024-1000',
      aliases: ['GHSA-2222-2222-2222'],
      artifactName: 'registry.example.com/shop',
      artifactType: 'image',
      artifactArchitecture: 'arm64',
      artifactFamily: 'oci',
      componentName: 'golang.org/x/net',
      componentType: 'go-module',
      componentLocation: '',
      author: 'Security <security@example.com>',
      fixedVersion: '',
      addsToStored: true,
      matchesAliases: true,
      isOfWholeArtifact: false,
      events: [
        {
          createTime: '2024-03-01T10:00:00.000Z',
          author: 'Security <security@example.com>',
          kind: 'detection',
          data: { scan: expect.objectContaining({ component: 'golang.org/x/net' }) as object },
          origin,
        },
        {
          createTime: '2024-03-02T09:00:00.000Z',
          author: 'Security <security@example.com>',
          kind: 'falsePositiveDetermination',
          data: {
            type: 'VULNERABLE_CODE_NOT_IN_EXECUTION_PATH',
            note: 'The server speaks HTTP/1 only.',
          },
          origin: {
            ...origin,
            texts: { impact_statement: 'The server speaks HTTP/1 only.' },
          },
        },
      ],
    },
  ]);
});

it('is refused statement by statement', async () => {
  const text = String(fixture('openvex.json'));
  const bad = text
    .replace('"not_affected"', '"unknown"')
    .replace('"name": "CVE-2024-1000" }', '"title": "a" }');
  expect(await lines(bad)).toEqual([
    expect.stringMatching(/^19: vulnerability: must be an object with a name; status: must be /),
    '8: CVE-2024-1000',
  ]);
  expect(await lines(text.replace('/ns/', '/no/'))).toEqual([
    '2: @context: must be OpenVEX of version 0',
  ]);
  expect(await lines('{"@context": "https://openvex.dev/ns/v0.2.0",\n"statements": 1}')).toEqual([
    '2: statements: must be an array',
  ]);
});
