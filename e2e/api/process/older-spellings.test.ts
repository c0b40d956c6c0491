/** Advisories of packages that are written in two ways, which an earlier version kept apart. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { groveHere, SOUND } from '../support/command-line.ts';
import { olderFile } from '../support/older-versions.ts';
import { processOn } from '../support/server-process.ts';

interface Row {
  uid: string;
  advisoryId: string;
  artifactName: string;
  status: string;
  fixedVersion: string;
  events: string;
}

interface Found extends Pick<
  Row,
  'uid' | 'advisoryId' | 'artifactName' | 'status' | 'fixedVersion'
> {
  aliases: string[];
  events: Record<string, unknown>[];
}

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'grove-spellings-'));
  writeFileSync(
    join(dataDir, 'grove.db'),
    gunzipSync(readFileSync(olderFile('2026-11-27.grove.db.gz'))),
  );
  copyFileSync(olderFile('2026-11-27.secrets.json'), join(dataDir, 'secrets.json'));
});

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

function select<T>(sql: string): T[] {
  const database = new Database(join(dataDir, 'grove.db'), { readonly: true });
  try {
    return database.prepare<[], T>(sql).all();
  } finally {
    database.close();
  }
}

const STORED = `SELECT "uid", "advisoryId", "artifactName", "status", "fixedVersion", json("events") AS "events"
  FROM "Advisory" ORDER BY "advisoryId", "artifactName"`;

it('are joined at the first start, and nothing is lost', async () => {
  const before = select<Row>(STORED);
  expect(before).toHaveLength(18);
  const port = await freePort();
  const env = { GROVE_DATA_DIR: dataDir, DATABASE_URL: '', GROVE_URL: `http://localhost:${port}` };
  const server = processOn(port, env);
  await server.start();
  let found: Found[];
  let records: Record<string, unknown>[];
  try {
    const [owner] = select<{ uid: string }>('SELECT "uid" FROM "Identity"');
    const token = (await groveHere(['token', String(owner?.uid)], env)).out.trim();
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`http://${server.address}/${path}`, { headers })).json();
    };
    ({ advisories: found } = (await get(
      'vulnerabilities/v2beta1/advisories?page_size=200&order_by=advisory_id',
    )) as {
      advisories: Found[];
    });
    ({ auditEvents: records } = (await get(
      'iam/v2beta1/auditEvents?type=grove.vulnerabilities.advisory.deleted.v1&page_size=200',
    )) as { auditEvents: Record<string, unknown>[] });
  } finally {
    await server.end('SIGTERM');
  }
  const shown = found
    .map(({ advisoryId, artifactName, status, fixedVersion, events }) =>
      [
        advisoryId.slice(-1),
        artifactName,
        status.replace('STATUS_', ''),
        fixedVersion,
        events.length,
      ].join(' '),
    )
    .sort();
  expect(shown).toEqual([
    // The record, and a statement on one version.
    '1 Flask-AppBuilder FIXED 2.0.0 3',
    '2 zope.interface TRUE_POSITIVE_DETERMINATION  3',
    '3 github.com/Masterminds/goutils FIXED  3',
    // Of two versions of a record, the newer one.
    '4 symfony/http FIXED 3.0.0 2',
    '5 newtonsoft.json FALSE_POSITIVE_DETERMINATION  3',
    '6 JSONStream DETECTION  3',
    // Maven has both.
    '7 org.Example:Thing FIXED 2.0.0 2',
    '7 org.example:thing TRUE_POSITIVE_DETERMINATION  1',
    // A component of an image.
    '8 ghcr.io/acme/app FIXED  2',
    // Both are in one version of a record, and one has no fix.
    '9 Two_Names DETECTION  3',
  ]);
  expect(found[0]).toMatchObject({ aliases: ['GHSA-2222-3333-4444'] });
  const kept = new Set(found.map(({ uid }) => uid));
  const gone = before.filter(({ uid }) => !kept.has(uid));
  expect(records.map(({ resource }) => resource).sort()).toEqual(gone.map(({ uid }) => uid).sort());
  expect(await groveHere(['verify'], env)).toEqual(SOUND);
});
