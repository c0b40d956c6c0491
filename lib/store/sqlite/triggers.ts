/** Derived tables, maintained by triggers. */
import type { Database } from 'better-sqlite3';

/** Triggers that maintain derived data, and how to build that data from scratch. */
export interface Keeper {
  /** The statement that creates each, by its name. */
  triggers: ReadonlyMap<string, string>;
  refill: readonly string[];
  /** What the triggers themselves derive from, once they exist. */
  start?: readonly string[];
  /** Derived from what those keepers derive that are not last, and so made anew with any of them. */
  isLast?: true;
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
    const areOthersKept = keepers.every((keeper) => keeper.isLast === true || isKept(keeper));
    const stale = keepers.filter(
      (keeper) => !isKept(keeper) || (keeper.isLast === true && !areOthersKept),
    );
    for (const name of stale.flatMap(({ triggers }) => [...triggers.keys()])) {
      database.exec(`DROP TRIGGER IF EXISTS "${name}"`);
    }
    for (const { triggers, refill, start = [] } of stale) {
      for (const sql of [...refill, ...triggers.values(), ...start]) database.exec(sql);
    }
  });
  run.immediate();
}
