/**
 * One client of Prisma with several connections: single reads have theirs, and nobody sees what a
 * transaction has not committed. Prisma's own adapter for SQLite has one connection for everything.
 */
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';

export interface Connections {
  /** For single reads. */
  reading: SqlDriverAdapter;
  /** Begins a transaction that nobody writes beside. */
  begin(): Promise<Transaction>;
  /** Begins a transaction that sees one state. */
  beginSnapshot(): Promise<Transaction>;
  close(): Promise<void>;
}

/** @param open connects on first use. */
export function adapterOf(
  provider: SqlDriverAdapterFactory['provider'],
  open: () => Promise<Connections>,
): SqlDriverAdapterFactory {
  return {
    provider,
    adapterName: 'grove',
    async connect() {
      const { reading, begin, beginSnapshot, close } = await open();
      return {
        provider,
        adapterName: 'grove',
        queryRaw: (query) => reading.queryRaw(query),
        executeRaw: (query) => reading.executeRaw(query),
        executeScript: (script) => reading.executeScript(script),
        getConnectionInfo: () => reading.getConnectionInfo?.() ?? { supportsRelationJoins: false },
        // Only a snapshot asks for an isolation level.
        startTransaction: (level) => (level === undefined ? begin() : beginSnapshot()),
        dispose: close,
      };
    },
  };
}

/** A statement without parameters. */
export const plain = (sql: string) => ({ sql, args: [], argTypes: [] });
