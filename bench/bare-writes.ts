/** Create, masked update and delete of an identity, each with its audit event. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { TO_JSON } from './bare-json.ts';

export class BareWrites {
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #audit: Statement;
  readonly #database: Sqlite;

  constructor(database: Sqlite) {
    this.#database = database;
    this.#find = database.prepare(`SELECT * FROM "Identity" WHERE "uid" = ?`);
    this.#insert = database.prepare(`INSERT INTO "Identity" ("uid", "parent", "name", "issuer",
      "subject", "claims", "claimPatterns", "lastSeenTime", "createTime", "updateTime")
      VALUES (?, ?, ?, ?, ?, '{}', '{}', ?, ?, ?)`);
    this.#update = database.prepare(`UPDATE "Identity" SET "description" = ?, "updateTime" = ?,
      "revision" = "revision" + 1 WHERE "uid" = ?`);
    this.#delete = database.prepare(`DELETE FROM "Identity" WHERE "uid" = ?`);
    this.#audit = database.prepare(`INSERT INTO "AuditEvent" ("uid", "parent", "type", "actor",
      "identities", "resource", "operation", "requestId", "result", "before", "after", "createTime")
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'OK', ?, ?, ?)`);
  }

  create(actor: string, parent: string, body: string): object {
    const { name, claimMatch } = JSON.parse(body) as {
      name: string;
      claimMatch: { issuer: string; subject: string };
    };
    const uid = `${parent}/${randomBytes(8).toString('hex')}`;
    const now = Date.now();
    return this.#change(actor, uid, 'create', () => {
      this.#insert.run(uid, parent, name, claimMatch.issuer, claimMatch.subject, now, now, now);
    });
  }

  /** The workload's mask names only the description. */
  update(actor: string, uid: string, body: string): object {
    const { description } = JSON.parse(body) as { description: string };
    return this.#change(actor, uid, 'update', () => {
      this.#update.run(description, Date.now(), uid);
    });
  }

  delete(actor: string, uid: string): void {
    this.#change(actor, uid, 'delete', () => this.#delete.run(uid));
  }

  #change(actor: string, uid: string, operation: string, write: () => unknown): object {
    const read = () => {
      const row = this.#find.get(uid);
      return row === undefined ? null : (TO_JSON['Identity']?.(row as never) ?? null);
    };
    const run = this.#database.transaction(() => {
      const before = read();
      write();
      const after = read();
      const parent = uid.slice(0, uid.lastIndexOf('/'));
      const text = (value: object | null) => (value === null ? null : JSON.stringify(value));
      const record = [`${parent}/${randomBytes(8).toString('hex')}`, parent];
      this.#audit.run(
        ...record,
        `grove.iam.identity.${operation}d.v1`,
        actor,
        JSON.stringify([actor]),
        uid,
        operation,
        randomUUID(),
        text(before),
        text(after),
        Date.now(),
      );
      return after ?? {};
    });
    return run.immediate();
  }
}
