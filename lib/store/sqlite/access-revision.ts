import type { Connection } from './connection.ts';

interface Seen {
  /** Of one connection: differs after any other connection's commit. */
  dataVersion: number;
  revision: number;
}

const seen = new WeakMap<Connection, Seen>();

/** As of now. The table is read only after something was committed. */
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
