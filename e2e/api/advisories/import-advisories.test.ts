// @module-tag http
/** Import and export of advisories. */
import { describe, expect } from 'vitest';
import { writeJoined } from '#lib/audit/joined.ts';
import { counts as counted } from '#lib/counts.ts';
import { MIXED, zipOf } from '#lib/import/advisories/test-archives.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, CallOptions, Json } from '../harness.ts';
import { badFields, denied, failure, ok, violations } from '../support/answers.ts';
import { newGroup, personWith } from '../support/people.ts';
import { insertAdvisory } from '../support/rows.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

interface Report extends Json {
  rejections: { file: string; line: number; record: string; field: string; reason: string }[];
  changes: { change: string; advisoryId: string; artifactName: string; fields: string[] }[];
}

function send(group: string, file: Uint8Array | string, query = '', options: CallOptions = {}) {
  return upload(`${ADVISORIES}:import?group_uid=${group}${query}`, file, options);
}

async function upload(
  path: string,
  file: Uint8Array | string,
  { headers = {}, token = grove.ownerToken }: CallOptions,
): Promise<Answer> {
  const response = await fetch(grove.url + path, {
    method: 'POST',
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Json);
  return { status: response.status, headers: response.headers, text, body };
}

async function imported(group: string, file: Uint8Array | string, query = ''): Promise<Report> {
  return ok(await send(group, file, query)) as Report;
}

async function all(group: string): Promise<Json[]> {
  const path = `${ADVISORIES}?uidp.children_of=${group}&order_by=advisory_id&page_size=200`;
  return ok(await grove.get(path))['advisories'] as Json[];
}

async function audits(group: string): Promise<Json[]> {
  const query = 'type=grove.vulnerabilities.advisory.imported.v1';
  const answer = await grove.get(`/iam/v2beta1/auditEvents?uidp.children_of=${group}&${query}`);
  return ok(answer)['auditEvents'] as Json[];
}

const osv = (id: string, more: Json = {}): Json => ({
  schema_version: '1.6.0',
  id,
  modified: '2025-02-03T04:05:06Z',
  published: '2025-01-02T03:04:05Z',
  aliases: ['CVE-2025-0001'],
  summary: 'It overflows',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
    },
  ],
  ...more,
});

const counts = ({ files, created, updated, unchanged, rejected }: Report) => ({
  files,
  created,
  updated,
  unchanged,
  rejected,
});

describe('an import', () => {
  it('creates, then changes nothing, then updates in place and keeps the uids of events', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const first = await imported(group, JSON.stringify(osv('OSV-1')));
    expect(first).toMatchObject({ files: 1, created: 1, updated: 0, unchanged: 0, rejected: 0 });
    const [before] = await all(group);
    expect(before).toMatchObject({
      advisoryId: 'OSV-1',
      aliases: ['CVE-2025-0001'],
      artifactName: 'left',
      artifactType: 'library',
      componentType: 'npm',
      severity: 'CRITICAL',
      status: 'FIXED',
      fixedVersion: '1.2.3',
      createTime: '2025-01-02T03:04:05.000Z',
      events: [
        {
          createTime: '2025-01-02T03:04:05.000Z',
          detection: { scan: { componentVersion: 'vers:semver/>=0|<1.2.3' } },
        },
        { fixed: { fixedVersion: '1.2.3' } },
      ],
    });
    const second = await imported(group, JSON.stringify(osv('OSV-1')));
    expect(counts(second)).toEqual({ files: 1, created: 0, updated: 0, unchanged: 1, rejected: 0 });
    expect(await all(group)).toEqual([before]);
    const changed = osv('OSV-1', { summary: 'It overflows badly', aliases: ['CVE-2025-0002'] });
    const third = await imported(group, JSON.stringify(changed));
    expect(third.changes).toEqual([
      {
        change: 'UPDATED',
        advisoryId: 'OSV-1',
        artifactName: 'left',
        fields: ['summary', 'aliases'],
      },
    ]);
    const [after] = await all(group);
    expect(after).toMatchObject({ uid: before?.['uid'], summary: 'It overflows badly' });
    expect(after?.['events']).toEqual(before?.['events']);
    expect(after?.['createTime']).toBe(before?.['createTime']);
    expect(String(after?.['updateTime']) > String(before?.['updateTime'])).toBe(true);
    const path = `${ADVISORIES}?uidp.children_of=${group}&aliases=`;
    expect(ok(await grove.get(`${path}CVE-2025-0001`))['totalCount']).toBe('0');
    expect(ok(await grove.get(`${path}CVE-2025-0002`))['totalCount']).toBe('1');
  });

  it('writes one audit event', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const records = [osv('OSV-1'), osv('OSV-2'), { id: 'OSV-3' }];
    await imported(group, JSON.stringify(records));
    await imported(group, JSON.stringify(records), '&validate_only=true');
    const found = await audits(group);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      actor: grove.ownerUid,
      operation: 'import',
      resource: group,
      group,
      result: 'OK',
      after: { files: 1, created: 2, updated: 0, unchanged: 0, repeated: 0, rejected: 1 },
    });
  });

  it('with validate_only writes nothing, and reports the same', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const file = JSON.stringify([osv('OSV-1'), osv('OSV-2'), osv('')]);
    const preview = await imported(group, file, '&validate_only=true&file_name=a.json');
    expect(await all(group)).toEqual([]);
    const done = await imported(group, file, '&validateOnly=false&file_name=a.json');
    expect(preview).toEqual({ ...done, validateOnly: true });
    expect(done.rejections).toEqual([
      {
        file: 'a.json',
        line: 1,
        record: 'record 3',
        field: 'id',
        reason: 'must be 1 to 128 characters long',
      },
    ]);
    expect(await all(group)).toHaveLength(2);
  });

  it('with validate_only reports the same of many statements on one new advisory', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const statements = Array.from({ length: 120 }, (_, at) => ({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': `https://example.com/${at}`,
      author: 'a',
      timestamp: '2026-01-01T00:00:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2026-1' },
          products: [{ '@id': `pkg:npm/left@1.0.${at}` }],
          status: 'fixed',
        },
      ],
    }));
    const file = statements.map((one) => JSON.stringify(one)).join('\n');
    const preview = await imported(group, file, '&validate_only=true&file_name=a.json');
    const done = await imported(group, file, '&file_name=a.json');
    expect(done).toMatchObject({ created: 1, updated: 119 });
    expect(preview).toEqual({ ...done, validateOnly: true });
  });

  it('with validate_only is not counted where it fails', async () => {
    const nowhere = `${grove.rootUid}/${'0'.repeat(16)}`;
    const { importsFailed } = counted;
    for (const query of ['&validate_only=true', '']) {
      failure(await send(nowhere, JSON.stringify([osv('OSV-1')]), query), 'NOT_FOUND');
    }
    expect(counted.importsFailed).toBe(importsFailed + 1);
  });

  it('takes archives, and imports the rest beside a bad record', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const file = zipOf(MIXED);
    const report = await imported(group, file, '&file_name=mixed.zip');
    expect(counts(report)).toEqual({ files: 4, created: 5, updated: 0, unchanged: 0, rejected: 2 });
    expect(report.rejections.map(({ file: name, line }) => `${name}:${line}`)).toEqual([
      'mixed.zip!broken.json:3',
      'mixed.zip!package.yaml:37',
    ]);
  });

  it('rejects a record that occurs twice with different content', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const lines = [osv('OSV-1'), osv('OSV-1'), osv('OSV-1', { summary: 'Other' })];
    const report = await imported(group, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(counts(report)).toEqual({ files: 1, created: 1, updated: 0, unchanged: 0, rejected: 1 });
    expect(report['repeated']).toBe(1);
    expect(report.rejections).toEqual([
      {
        file: 'upload',
        line: 3,
        record: 'OSV-1',
        field: '',
        reason: 'OSV-1 of left is given twice; first at upload:1',
      },
    ]);
  });

  it('needs advisories.import', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const viewer = await personWith(grove, 'viewer', group);
    const file = JSON.stringify(osv('OSV-1'));
    denied(await send(group, file, '', viewer), 'advisories.import', group);
    denied(await send(group, file, '&validate_only=true', viewer), 'advisories.import', group);
    expect(await all(group)).toEqual([]);
    await writeJoined();
    const [denial] = await audits(group);
    expect(denial).toMatchObject({ actor: viewer.uid, result: 'PERMISSION_DENIED' });
    const editor = await personWith(grove, 'editor', group);
    expect(ok(await send(group, file, '', editor))['created']).toBe(1);
    failure(await send(group, file, '', { token: null }), 'UNAUTHENTICATED');
  });

  it('refuses files it cannot read', async () => {
    const group = grove.rootUid;
    expect(badFields(await send('nobody', '{}'))).toEqual(['group_uid']);
    expect(badFields(await send(group, '{}', '&validate_only=yes'))).toEqual(['validate_only']);
    expect(badFields(await send(group, '{}', '&colour=red'))).toEqual(['colour']);
    expect(badFields(await send(group, ''))).toEqual(['body']);
    const headers = { 'content-type': 'multipart/form-data; boundary=a' };
    expect(badFields(await send(group, '--a', '', { headers }))).toEqual(['Content-Type']);
    failure(await send(`${group}/0123456789abcdef`, '{}'), 'NOT_FOUND');
    failure(await grove.get(`${ADVISORIES}:import`), 'UNIMPLEMENTED');
  });

  it('reports progress to clients that accept it', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const headers = { accept: 'application/x-ndjson' };
    const records = Array.from({ length: 600 }, (_, at) => osv(`OSV-${at}`));
    const response = await fetch(`${grove.url}${ADVISORIES}:import?group_uid=${group}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${grove.ownerToken}` },
      body: JSON.stringify(records),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    const told = lines.map((line) => JSON.parse(line) as Record<string, Report>);
    expect(told.at(-1)?.['result']?.created).toBe(600);
    const progress = told.slice(0, -1).map((line) => Number(line['progress']?.created));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBeLessThanOrEqual(600);
    expect(badFields(await send(group, '', '', { headers }))).toEqual(['body']);
    failure(await send(`${group}/0123456789abcdef`, '{}', '', { headers }), 'NOT_FOUND');
  });

  it('may be larger than other requests', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const records = Array.from({ length: 400 }, (_, at) =>
      osv(`OSV-${at}`, { details: 'x'.repeat(5_000) }),
    );
    const report = await imported(group, JSON.stringify(records));
    expect(report.created).toBe(400);
    const body = `{"name": "${'x'.repeat(1024 * 1024)}"}`;
    expect(violations(await grove.post(`/iam/v2beta1/groups/${group}`, body))).toEqual({
      body: 'must be at most 1048576 bytes',
    });
  });
});

/** Everything except fields that depend on the group. */
function portable(advisories: readonly Json[]): Json[] {
  return advisories
    .map((advisory) => ({ ...advisory, uid: '', updateTime: '' }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('an export', () => {
  const path = (group: string, query: string) => `${ADVISORIES}:export?group_uid=${group}&${query}`;

  async function exported(group: string, query: string): Promise<Response> {
    const headers = { authorization: `Bearer ${grove.ownerToken}` };
    const response = await fetch(grove.url + path(group, query), { headers });
    expect(response.status).toBe(200);
    return response;
  }

  it('to OSV and back loses nothing', async () => {
    const from = await newGroup(grove, grove.rootUid);
    const file = zipOf(MIXED);
    await imported(from, file);
    await insertAdvisory(from, 'CGA-2222-3333-4444', {
      aliases: ['CVE-2024-1111'],
      artifactType: 'image',
      artifactArchitecture: 'amd64',
      componentName: 'libssl',
      componentType: 'apk',
      componentLocation: '/lib/apk/db',
      summary: 'Bad',
      author: 'bot',
      severity: 4,
      severities: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      status: 'FIX_NOT_PLANNED',
      events: [
        {
          uid: '0123456789abcdef',
          createTime: '2024-01-01T00:00:00.000Z',
          author: 'bot',
          detection: { nvdApi: { cpeSearched: 'a', cpeFound: 'b' } },
        },
        {
          uid: '123456789abcdef0',
          createTime: '2024-02-01T00:00:00.000Z',
          author: 'ada',
          fixNotPlanned: { note: 'Old' },
        },
      ],
      createTime: new Date('2024-01-01T00:00:00Z'),
    });
    const response = await exported(from, 'format=osv');
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('advisories-osv.zip');
    const zip = new Uint8Array(await response.arrayBuffer());
    const to = await newGroup(grove, grove.rootUid);
    expect((await imported(to, zip)).rejections).toEqual([]);
    expect(portable(await all(to))).toEqual(portable(await all(from)));
    expect((await imported(from, zip)).changes).toEqual([]);
  });

  it('to OpenVEX says what the newest event says', async () => {
    const group = await newGroup(grove, grove.rootUid);
    await imported(group, zipOf(MIXED));
    const response = await exported(group, 'format=openvex&artifact_names=brotli&statuses=FIXED');
    const document = (await response.json()) as { statements: Json[] };
    expect(document).toMatchObject({ '@context': 'https://openvex.dev/ns/v0.2.0', version: 1 });
    expect(document.statements).toEqual([
      {
        '@id': expect.stringMatching(/#kind=fixed&uid=[0-9a-f]{16}&artifactFamily=$/) as string,
        vulnerability: { name: 'CVE-2020-8927', aliases: ['CGA-2222-3333-4444'] },
        timestamp: '2022-09-15T02:40:18.000Z',
        products: [{ '@id': 'pkg:apk/chainguard/brotli@1.0.9-r0' }],
        status: 'fixed',
      },
    ]);
    const to = await newGroup(grove, grove.rootUid);
    const report = await imported(to, JSON.stringify(document));
    expect(counts(report)).toMatchObject({ created: 1, rejected: 0 });
    expect((await all(to))[0]).toMatchObject({
      advisoryId: 'CGA-2222-3333-4444',
      aliases: ['CVE-2020-8927'],
      artifactName: 'brotli',
      artifactType: 'apk',
      status: 'FIXED',
      fixedVersion: '1.0.9-r0',
    });
  });

  it('contains the group and everything below it, by the list’s filters', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const child = await newGroup(grove, group);
    await imported(group, JSON.stringify(osv('OSV-1')));
    await imported(child, JSON.stringify([osv('OSV-1'), osv('OSV-2', { severity: [] })]));
    const names = async (query: string) => {
      const document = await (await exported(group, `format=openvex&${query}`)).json();
      const { statements } = document as { statements: { vulnerability: { name: string } }[] };
      return statements.map(({ vulnerability }) => vulnerability.name);
    };
    expect(await names('')).toEqual(['OSV-1', 'OSV-1', 'OSV-2']);
    expect(await names('severities=CRITICAL')).toEqual(['OSV-1', 'OSV-1']);
    expect(await names('query=nothing')).toEqual([]);
  });

  it('needs advisories.list', async () => {
    const group = await newGroup(grove, grove.rootUid);
    const stranger = await personWith(grove, 'registry.viewer', group);
    denied(await grove.get(path(group, ''), stranger), 'advisories.list', group);
    expect(badFields(await grove.get(path(group, 'format=csv')))).toEqual(['format']);
    expect(badFields(await grove.get(path(group, 'page_size=5')))).toEqual(['page_size']);
    expect(badFields(await grove.get(path(group, 'severities=high')))).toEqual(['severities']);
    const nowhere = `${group}/0123456789abcdef`;
    failure(await grove.get(path(nowhere, 'format=osv')), 'NOT_FOUND');
  });
});
