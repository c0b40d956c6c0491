import type { Statement } from 'better-sqlite3';
import type { Connection } from './connection.ts';

interface Seen {
  /** The connection's data version. It differs after a commit of any other connection. */
  dataVersion: Statement<[], number>;
  revision: Statement<[], number>;
  last: { dataVersion: number | undefined; revision: number } | null;
}

const seen = new WeakMap<Connection, Seen>();

function seenBy(connection: Connection): Seen {
  const known = seen.get(connection);
  if (known !== undefined) return known;
  const { database } = connection;
  const first: Seen = {
    dataVersion: database.prepare<[], number>('PRAGMA data_version').pluck(),
    revision: database.prepare<[], number>('SELECT "value" FROM "AccessRevision"').pluck(),
    last: null,
  };
  seen.set(connection, first);
  return first;
}

/** The current access revision. The table is read only after a commit. */
export function accessRevision(connection: Connection): number {
  const known = seenBy(connection);
  const dataVersion = known.dataVersion.get();
  if (known.last?.dataVersion !== dataVersion || known.last === null) {
    known.last = { dataVersion, revision: known.revision.get() ?? 0 };
  }
  return known.last.revision;
}
