/** Imports of advisories that a crash interrupts. */
import type { Statements } from './statements.ts';

/** The number of records in a transaction of an import. */
const BATCH = 250;
const ADVISORIES = 600;
const PATH = '/vulnerabilities/v2beta1/advisories:import';

interface Import {
  name: string;
  /** Of the request, once there was a response. */
  requestId?: string;
}

export interface Imports {
  url: string;
  token: string;
  group: string;
  sent: Import[];
}

function documentOf(name: string): string {
  const statements = Array.from({ length: ADVISORIES }, (_, index) => ({
    vulnerability: { name: `CVE-2026-${index}`, aliases: [`GHSA-${name}-${index}`] },
    products: [`pkg:apk/verify/${name}`],
    status: 'under_investigation',
  }));
  return JSON.stringify({ '@context': 'https://openvex.dev/ns/v0.2.0', statements });
}

/** Imports one file after the other until the server is killed. */
export async function importUntilGone(imports: Imports): Promise<void> {
  const { url, token, group, sent } = imports;
  for (;;) {
    const one: Import = { name: `imported-${sent.length}` };
    sent.push(one);
    const response = await fetch(`${url}${PATH}?group_uid=${group}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: documentOf(one.name),
    }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response === null || text === null) return;
    if (response.status !== 200) throw new Error(`an import was answered ${text}`);
    one.requestId = response.headers.get('x-request-id') ?? '';
  }
}

/** In words: records that exist in part, or that were acknowledged and are missing. */
export function wronglyImported(statements: Statements, { sent, group }: Imports): string[] {
  const number = `SELECT count(*) FROM "Advisory" WHERE "parent" = ? AND "artifactName" = ?`;
  const aliases = `SELECT count(*) FROM "AdvisoryAlias" WHERE "advisoryUid" IN
    (SELECT "uid" FROM "Advisory" WHERE "parent" = ? AND "artifactName" = ?)`;
  const record = `SELECT count(*) FROM "AuditEvent" WHERE "requestId" = ? AND "result" = 'OK'`;
  return sent.flatMap(({ name, requestId }) => {
    const count = statements.count(number, group, name);
    const wrong: string[] = [];
    if (count !== ADVISORIES && count % BATCH !== 0) wrong.push(`${count} of ${name} are there`);
    const found = statements.count(aliases, group, name);
    if (found !== count) wrong.push(`${count} of ${name} have ${found} aliases`);
    if (requestId === undefined) return wrong;
    if (count !== ADVISORIES) wrong.push(`${count} of ${name} are left`);
    if (statements.count(record, requestId) !== 1) wrong.push(`${name} is not on record`);
    return wrong;
  });
}
