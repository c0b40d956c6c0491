import type { Connection } from './connection.ts';

interface Seen {
  /** The connection's data version. It differs after a commit of any other connection. */
  dataVersion: number;
  revision: number;
}

const seen = new WeakMap<Connection, Seen>();

/** The current access revision. The table is read only after a commit. */
export function accessRevision(connection: Connection): number {
  const { data_version: dataVersion } = connection.prepared('PRAGMA data_version').get() as {
    data_version: number;
  };
  const known = seen.get(connection);
  if (known?.dataVersion === dataVersion) return known.revision;
  const { value } = connection.prepared('SELECT "value" FROM "AccessRevision"').get() as {
    value: number;
  };
  seen.set(connection, { dataVersion, revision: value });
  return value;
}
