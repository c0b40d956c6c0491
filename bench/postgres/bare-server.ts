/**
 * The server that Grove on PostgreSQL is compared with: `node:http` and `pg`, for first pages and
 * writes of a caller who is bound to one group.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { types } from '#lib/store/postgres/types.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import { PAGE, serve } from '../bare-http.ts';
import type { Asked, BarePage } from '../bare-http.ts';
import { jsonOf } from '../bare-json.ts';

type Row = Record<string, string | number>;
type Runner = Pick<pg.Pool, 'query'>;

/** One transaction writes at a time, as with Grove. Otherwise the counts of triggers would deadlock. */
const WRITER_LOCK = 'pg_advisory_xact_lock(7310, 1)';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], types, max: 10 });
const names = new Map<string, string>();

async function rowsOf(sql: string, values: unknown[], on: Runner = pool): Promise<Row[]> {
  const name = names.get(sql) ?? `bare${names.size}`;
  names.set(sql, name);
  const { rows } = await on.query<Row>({ name, text: sql, values });
  return rows;
}

const TALLY = `SELECT "below", "here" FROM "Tally" WHERE "group" = $1 AND "type" = $2`;

/** A page of rows, by PostgreSQL's own plan. */
async function page(asked: Asked): Promise<BarePage> {
  const { table, tops, below, parent, name, column, descending } = asked;
  const scope = below ?? parent ?? tops[0] ?? '';
  const direction = descending ? 'DESC' : 'ASC';
  const order = `ORDER BY t."${column}" ${direction}, t."uid" ${direction}`;
  const [tally] = await rowsOf(TALLY, [scope, typeId(table as ResourceType)]);
  const range = belowRange(scope);
  const within = `t."uid" > $1 AND t."uid" < $2`;
  let rows: Row[];
  let total = Number(parent === undefined ? tally?.['below'] : tally?.['here']);
  if (name !== undefined) {
    const where = `WHERE ${within} AND t."name" = $3`;
    const values = [range.after, range.before, name];
    rows = await rowsOf(
      `SELECT t.* FROM "${table}" AS t ${where} ${order} LIMIT ${PAGE + 1}`,
      values,
    );
    const counted = await rowsOf(`SELECT count(*) AS n FROM "${table}" AS t ${where}`, values);
    total = Number(counted[0]?.['n']);
  } else if (parent !== undefined) {
    const sql = `SELECT t.* FROM "${table}" AS t WHERE t."parent" = $1 ${order} LIMIT ${PAGE + 1}`;
    rows = await rowsOf(sql, [parent]);
  } else {
    const sql = `SELECT t.* FROM "${table}" AS t WHERE ${within} ${order} LIMIT ${PAGE + 1}`;
    rows = await rowsOf(sql, [range.after, range.before]);
  }
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return {
    items: rows.slice(0, PAGE).map((row) => jsonOf(table, row)),
    next: last === undefined ? null : { value: last[column] ?? '', uid: String(last['uid']) },
    total,
  };
}

const FIND = `SELECT * FROM "Identity" WHERE "uid" = $1`;
const INSERT = `INSERT INTO "Identity" ("uid", "parent", "name", "issuer", "subject", "claims",
  "claimPatterns", "lastSeenTime", "createTime", "updateTime")
  VALUES ($1, $2, $3, $4, $5, '{}', '{}', $6, $6, $6)`;
const UPDATE = `UPDATE "Identity" SET "description" = $1, "updateTime" = $2,
  "revision" = "revision" + 1 WHERE "uid" = $3`;
const AUDIT = `INSERT INTO "AuditEvent" ("uid", "parent", "type", "actor", "identities", "resource",
  "operation", "requestId", "result", "before", "after", "createTime")
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'OK', $9, $10, $11)`;

async function change(
  actor: string,
  [uid, operation]: [string, string],
  write: (on: Runner) => Promise<unknown>,
): Promise<string> {
  const client = await pool.connect();
  const read = async () => {
    const [row] = await rowsOf(FIND, [uid], client);
    return row === undefined ? null : jsonOf('Identity', row);
  };
  try {
    await client.query(`BEGIN; SELECT ${WRITER_LOCK}`);
    const before = await read();
    await write(client);
    const after = await read();
    const parent = uid.slice(0, uid.lastIndexOf('/'));
    const record = [`${parent}/${randomBytes(8).toString('hex')}`, parent];
    const what = [`grove.iam.identity.${operation}d.v1`, actor, JSON.stringify([actor]), uid];
    const states = [operation, randomUUID(), before, after, Date.now()];
    await rowsOf(AUDIT, [...record, ...what, ...states], client);
    await client.query('COMMIT');
    return after ?? '{}';
  } finally {
    client.release();
  }
}

serve({
  async boundTo(identity) {
    const sql = `SELECT "parent" FROM "RoleBinding" WHERE "identityUid" = $1`;
    return (await rowsOf(sql, [identity])).map(({ parent }) => String(parent));
  },
  page,
  async get(table, uid) {
    const [row] = await rowsOf(`SELECT * FROM "${table}" WHERE "uid" = $1`, [uid]);
    return jsonOf(table, row);
  },
  create(actor, parent, body) {
    const { name, claimMatch } = JSON.parse(body) as {
      name: string;
      claimMatch: { issuer: string; subject: string };
    };
    const uid = `${parent}/${randomBytes(8).toString('hex')}`;
    const values = [uid, parent, name, claimMatch.issuer, claimMatch.subject, Date.now()];
    return change(actor, [uid, 'create'], (on) => rowsOf(INSERT, values, on));
  },
  update(actor, uid, body) {
    const { description } = JSON.parse(body) as { description: string };
    return change(actor, [uid, 'update'], (on) =>
      rowsOf(UPDATE, [description, Date.now(), uid], on),
    );
  },
  delete: (actor, uid) =>
    change(actor, [uid, 'delete'], (on) =>
      rowsOf(`DELETE FROM "Identity" WHERE "uid" = $1`, [uid], on),
    ),
});
