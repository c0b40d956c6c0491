/**
 * Inserts a repository with tags and some advisories into a test's database. No API call can do
 * that.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import type { RunningGrove } from '../fixtures.ts';
import { newSegment } from '../support/segment.ts';

const DIGEST = `sha256:${'ab12'.repeat(16)}`;

/** A signature by cosign, and a list of contents that the registry lists. */
const REFERRERS = [
  { digest: `sha256:${'c'.repeat(64)}`, artifactType: 'application/spdx+json', sizeBytes: '718' },
  {
    digest: `sha256:${'d'.repeat(64)}`,
    artifactType: 'application/vnd.dev.cosign.artifact.sig.v1+json',
    sizeBytes: '1234',
    tag: `${DIGEST.replace(':', '-')}.sig`,
  },
];

const EVENTS: JsonObject[] = [
  {
    uid: 'e1',
    createTime: '2026-01-01T00:00:00.000Z',
    author: 'scanner',
    detection: { scan: { scanner: 'grype', component: 'zlib' } },
  },
  {
    uid: 'e2',
    createTime: '2026-02-01T00:00:00.000Z',
    author: 'ada@acme.example',
    falsePositiveDetermination: { type: 'VULNERABLE_CODE_NOT_IN_EXECUTION_PATH', note: '' },
  },
];

const ADVISORIES = [
  { advisoryId: 'CGA-2345-6789-cfgh', artifactName: 'zlib', severity: 4 },
  { advisoryId: 'CGA-3456-789c-fghj', artifactName: 'curl', severity: 1 },
];

/**
 * A repository `nginx` with two tags, and two advisories: a critical one for zlib, a low one for
 * curl.
 */
export async function insertHoldings({ database }: RunningGrove, parent: string): Promise<void> {
  const now = new Date();
  const common = { createTime: now, updateTime: now, revision: 1 };
  const repo = `${parent}/${newSegment()}`;
  await database.rowsIn('Repo').create({
    uid: repo,
    parent,
    name: 'nginx',
    description: 'Minimal web server',
    catalogTier: 'BASE',
    bundles: [],
    aliases: [],
    activeTags: ['latest'],
    readme: '',
    ...common,
  });
  await database.rowsIn('Tag').createMany(
    ['latest', '1.27'].map((name) => ({
      uid: `${repo}/${newSegment()}`,
      parent: repo,
      name,
      digest: DIGEST,
      deprecated: false,
      bundles: [],
      mediaType: 'application/vnd.oci.image.index.v1+json',
      referrers: name === 'latest' ? REFERRERS : REFERRERS.slice(1),
      sizeBytes: 13_000_000n,
      architectures: ['amd64', 'arm64'],
      ...common,
    })),
  );
  const advisories = ADVISORIES.map((advisory) => ({
    uid: `${parent}/${newSegment()}`,
    parent,
    ...advisory,
    artifactType: 'apk' as const,
    severities: [],
    status: 'FALSE_POSITIVE_DETERMINATION' as const,
    aliases: ['CVE-2022-37434'],
    events: EVENTS,
    ...common,
  }));
  await database.rowsIn('Advisory').createMany(advisories);
  for (const { uid } of advisories) {
    await database.query('INSERT INTO "AdvisoryAlias" VALUES (?, ?)', 'CVE-2022-37434', uid);
  }
}
