/** Tables that follow from others, kept by triggers. */
import type { Database } from 'better-sqlite3';

/** Triggers that keep something together, and how to make that anew. */
export interface Keeper {
  /** The statement that makes each, by its name. */
  triggers: ReadonlyMap<string, string>;
  refill: readonly string[];
}

/**
 * Makes the triggers those of this version, and anew what they keep where they
 * were not: a migration that rebuilds a table takes its triggers with it.
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
