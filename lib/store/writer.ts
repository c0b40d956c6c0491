/**
 * The one connection that writes. Prisma and prepared statements share it, and
 * with it the transaction that is open: prepared statements for what is done
 * with every request, Prisma for everything else.
 */
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import type { Database } from 'better-sqlite3';

/** KiB, as SQLite counts when the number is negative. */
const CACHE_SIZE = -32_768;

/** @param timeout how long is waited for other connections, in milliseconds. */
export function adapterOf(file: string, timeout: number): PrismaBetterSqlite3 {
  return new PrismaBetterSqlite3(
    { url: `file:${file}`, timeout },
    { timestampFormat: 'unixepoch-ms' },
  );
}

export class WriterFactory implements SqlDriverAdapterFactory {
  readonly provider = 'sqlite';
  readonly adapterName = 'grove';
  readonly #adapters: PrismaBetterSqlite3;
  readonly #opened = Promise.withResolvers<Database>();

  constructor(file: string) {
    // SQLite itself would wait by stopping the whole process; transaction() waits instead.
    this.#adapters = adapterOf(file, 0);
  }

  /** Resolves once Prisma has connected. */
  get connection(): Promise<Database> {
    return this.#opened.promise;
  }

  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await this.#adapters.connect();
    const { client } = adapter as unknown as { client: Database };
    // FULL makes an acknowledged write survive power loss.
    client.pragma('synchronous = FULL');
    client.pragma(`cache_size = ${CACHE_SIZE}`);
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = (level) =>
      client.inTransaction ? join(adapter, client) : begin(level);
    this.#opened.resolve(client);
    return adapter;
  }
}

let joined = 0;

/** What Prisma wants to do whole within a transaction that is open already. */
async function join(adapter: SqlDriverAdapter, client: Database): Promise<Transaction> {
  const name = `joined_${(joined += 1)}`;
  client.exec(`SAVEPOINT ${name}`);
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // Prisma would else end it by a statement of its own.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(query),
    executeRaw: (query) => adapter.executeRaw(query),
    async commit() {
      client.exec(`RELEASE ${name}`);
    },
    async rollback() {
      client.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
    },
  };
}
