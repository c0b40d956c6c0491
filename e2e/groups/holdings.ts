/**
 * Inserts a repository with tags and some advisories into a test's database. No API call can do
 * that.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';

const segment = () => Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
const DIGEST = `sha256:${'ab12'.repeat(16)}`;

const EVENTS = [
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

const REPO = `INSERT INTO "Repo" (uid, parent, name, description, catalogTier, bundles, aliases, activeTags, readme, createTime, updateTime, revision)
  VALUES (@uid, @parent, @name, 'Minimal web server', 'BASE', '[]', '[]', '["latest"]', '', @now, @now, 1)`;

const TAG = `INSERT INTO "Tag" (uid, parent, name, digest, deprecated, bundles, mediaType, sizeBytes, architectures, createTime, updateTime, revision)
  VALUES (@uid, @parent, @name, '${DIGEST}', 0, '[]', 'application/vnd.oci.image.index.v1+json', 13000000, '["amd64","arm64"]', @now, @now, 1)`;

const ADVISORY = `INSERT INTO "Advisory" (uid, parent, advisoryId, artifactName, artifactType, severity, severities, status, aliases, events, createTime, updateTime, revision)
  VALUES (@uid, @parent, @name, @artifact, 'apk', @severity, '[]', 'FALSE_POSITIVE_DETERMINATION', '["CVE-2022-37434"]', @events, @now, @now, 1)`;

/**
 * A repository `nginx` with two tags, and two advisories: a critical one for zlib, a low one for
 * curl.
 */
export function insertHoldings(dataDir: string, parent: string): void {
  const database = new Database(join(dataDir, 'grove.db'), { timeout: 5_000 });
  const now = Date.now();
  const repo = `${parent}/${segment()}`;
  database.prepare(REPO).run({ uid: repo, parent, name: 'nginx', now });
  for (const name of ['latest', '1.27']) {
    database.prepare(TAG).run({ uid: `${repo}/${segment()}`, parent: repo, name, now });
  }
  const advisories = [
    { name: 'CGA-2345-6789-cfgh', artifact: 'zlib', severity: 4 },
    { name: 'CGA-3456-789c-fghj', artifact: 'curl', severity: 1 },
  ];
  for (const advisory of advisories) {
    const row = { ...advisory, uid: `${parent}/${segment()}`, parent, now };
    database.prepare(ADVISORY).run({ ...row, events: JSON.stringify(EVENTS) });
    database.prepare('INSERT INTO "AdvisoryAlias" VALUES (?, ?)').run('CVE-2022-37434', row.uid);
  }
  database.close();
}
