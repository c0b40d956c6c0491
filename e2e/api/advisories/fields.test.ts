/** Each field of each format goes where docs/advisories.md says, and a lost one is nowhere. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { sourceFiles } from '#lib/import/advisories/files/sources.ts';
import { zipOf } from '#lib/import/advisories/test-archives.ts';
import { FIELDS } from '../../support/advisory-fields/index.ts';
import { grove, it } from '../fixtures.ts';
import { type Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { newGroup } from '../support/people.ts';

const ADVISORIES = '/vulnerabilities/v2beta1/advisories';

async function request(path: string, file?: Uint8Array): Promise<Uint8Array> {
  const response = await fetch(`${grove.url}${ADVISORIES}${path}`, {
    headers: {
      authorization: `Bearer ${grove.ownerToken}`,
      ...(file && { 'content-type': 'application/octet-stream' }),
    },
    ...(file && { method: 'POST', body: new Uint8Array(file) }),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The documents of an export. */
async function exported(group: string, format: string): Promise<JsonObject[]> {
  const content = await request(`:export?group_uid=${group}&format=${format}`);
  const folder = mkdtempSync(join(tmpdir(), 'grove-fields-'));
  try {
    writeFileSync(join(folder, format === 'openvex' ? 'a.json' : 'a.zip'), content);
    const documents: JsonObject[] = [];
    for await (const file of sourceFiles(folder)) {
      if ('chunks' in file) documents.push(parse(await text(file.chunks)) as JsonObject);
    }
    return documents;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function listed(group: string): Promise<JsonObject[]> {
  const path = `${ADVISORIES}?uidp.children_of=${group}&page_size=200`;
  return ok(await grove.get(path))['advisories'] as Json[] as JsonObject[];
}

/** All that can be seen of a format's documents: the advisories of the API, and the records of exports. */
type Seen = Readonly<Record<string, readonly JsonObject[]>>;

async function seenOf(documents: readonly (JsonObject | string)[]): Promise<Seen> {
  const group = await newGroup(grove, grove.rootUid);
  const files = documents.map((one, at) =>
    typeof one === 'string'
      ? ([`${at}.yaml`, one] as const)
      : ([`${at}.json`, JSON.stringify(one)] as const),
  );
  const answer = await request(`:import?group_uid=${group}`, zipOf(Object.fromEntries(files)));
  const report = JSON.parse(Buffer.from(answer).toString()) as JsonObject;
  expect(report).toMatchObject({ rejections: [], created: documents.length });
  const openvex = await exported(group, 'openvex');
  return {
    api: await listed(group),
    openvex: openvex.flatMap(({ statements }) => statements as JsonObject[]),
    osv: await exported(group, 'osv'),
    yaml: await exported(group, 'yaml'),
  };
}

/** Every value at a path, through all elements of lists. */
function valuesAt(value: JsonValue | undefined, path: readonly string[]): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined ? [] : [value];
  return isJsonObject(value) ? valuesAt(value[name], rest) : [];
}

describe.each(Object.entries(FIELDS))('%s', (format, fields) => {
  const samples = fields.map((field, at) => {
    const key = `x${at}k${format.length}z`;
    return { field, key, mark: `${key}mark` };
  });
  let seen: Seen;

  it.beforeAll(async () => {
    seen = await seenOf(samples.map(({ field, key, mark }) => field.document({ key, mark })));
  });

  it.each(samples)('$field.name', ({ field, key, mark }) => {
    const of = (place: string) =>
      (seen[place] ?? []).filter((one) => JSON.stringify(one).includes(key));
    expect(of('api')).not.toEqual([]);
    for (const place of field.becomes) {
      const [where = '', path = ''] = place.includes(':') ? place.split(':') : ['api', place];
      const values = of(where).flatMap((one) => valuesAt(one, path.split('.')));
      expect(values.map(String).join('\n'), place).toContain(field.found ?? mark);
    }
    if (field.becomes.length === 0) expect(JSON.stringify(seen)).not.toContain(mark);
  });
});
