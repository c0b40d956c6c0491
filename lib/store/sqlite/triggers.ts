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
  const isKept = ({ triggers }: Keeper) =>
    [...triggers].every(([name, sql]) => known.get(name) === sql);
  const run = database.transaction(() => {
    if (keepers.every(isKept)) return;
    const stale = keepers.filter((keeper) => !isKept(keeper));
    for (const name of stale.flatMap(({ triggers }) => [...triggers.keys()])) {
      database.exec(`DROP TRIGGER IF EXISTS "${name}"`);
    }
    for (const { triggers, refill } of stale) {
      for (const sql of [...refill, ...triggers.values()]) database.exec(sql);
    }
  });
  run.immediate();
}
