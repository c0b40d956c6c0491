/** Create, masked update and delete of an identity, each with its JSON and its audit event. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { jsonOf } from './bare-json.ts';
import { storedIn } from './stored-json.ts';

export class BareWrites {
  readonly #find: Statement;
  readonly #stored: Statement;
  readonly #store: Statement;
  readonly #forget: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #audit: Statement;
  readonly #database: Sqlite;

  constructor(database: Sqlite) {
    this.#database = database;
    const stored = storedIn('Identity');
    this.#find = database.prepare(`SELECT * FROM "Identity" WHERE "uid" = ?`);
    this.#stored = database.prepare(`SELECT "json" FROM ${stored} WHERE "uid" = ?`).pluck();
    this.#store = database.prepare(`INSERT INTO ${stored} VALUES (?, ?)
      ON CONFLICT ("uid") DO UPDATE SET "json" = excluded."json"`);
    this.#forget = database.prepare(`DELETE FROM ${stored} WHERE "uid" = ?`);
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

  create(actor: string, parent: string, body: string): string {
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
  update(actor: string, uid: string, body: string): string {
    const { description } = JSON.parse(body) as { description: string };
    return this.#change(actor, uid, 'update', () => {
      this.#update.run(description, Date.now(), uid);
    });
  }

  delete(actor: string, uid: string): void {
    this.#change(actor, uid, 'delete', () => this.#delete.run(uid));
  }

  #change(actor: string, uid: string, operation: string, write: () => unknown): string {
    const run = this.#database.transaction(() => {
      const before = (this.#stored.get(uid) as string | undefined) ?? null;
      write();
      const row = this.#find.get(uid) as object | undefined;
      const after = row === undefined ? null : jsonOf('Identity', row);
      if (after === null) this.#forget.run(uid);
      else this.#store.run(uid, after);
      const parent = uid.slice(0, uid.lastIndexOf('/'));
      const record = [`${parent}/${randomBytes(8).toString('hex')}`, parent];
      this.#audit.run(
        ...record,
        `grove.iam.identity.${operation}d.v1`,
        actor,
        JSON.stringify([actor]),
        uid,
        operation,
        randomUUID(),
        before,
        after,
        Date.now(),
      );
      return after ?? '{}';
    });
    return run.immediate();
  }
}
