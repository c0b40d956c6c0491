/** Derived tables, maintained by triggers. */
import type { Database } from 'better-sqlite3';

/** Triggers that maintain derived data, and how to build that data from scratch. */
export interface Keeper {
  /** The statement that creates each, by its name. */
  triggers: ReadonlyMap<string, string>;
  refill: readonly string[];
}

/**
 * Installs the triggers of this version. Builds the data of missing triggers from scratch, because
 * a migration that rebuilds a table drops its triggers.
 */
export function install(database: Database, keepers: readonly Keeper[]): void {
  const known = database
    .prepare(`SELECT "sql" FROM sqlite_schema WHERE "type" = 'trigger' AND "name" = ?`)
    .pluck();
  const run = database.transaction(() => {
    for (const { triggers, refill } of keepers) {
      if ([...triggers].every(([name, sql]) => known.get(name) === sql)) continue;
      for (const name of triggers.keys()) database.exec(`DROP TRIGGER IF EXISTS "${name}"`);
      for (const sql of refill) database.exec(sql);
      for (const sql of triggers.values()) database.exec(sql);
    }
  });
  run.immediate();
}
