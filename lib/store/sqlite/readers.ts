/** The connections for reading. Each sees the committed rows, or one snapshot for a while. */
import type { Reads } from '#lib/store/handles.ts';
import { SqlReads } from '#lib/store/sql/reads.ts';
import type { Connection } from './connection.ts';
import { dialect } from './dialect.ts';
import { onConnection } from './runner.ts';

/** Connections to keep for later snapshots. */
const MAX_IDLE = 4;

export class Readers {
  readonly #open: () => Connection;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(open: () => Connection) {
    this.#open = open;
  }

  /** A connection that no snapshot holds. A call that does not wait may use it. */
  current(): Connection {
    const idle = this.#idle.at(-1);
    if (idle !== undefined) return idle;
    const connection = this.#open();
    this.#all.add(connection);
    this.#idle.push(connection);
    return connection;
  }

  /** Uses a separate connection, so that nobody else reads the old rows of the snapshot. */
  async snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    const connection = this.current();
    this.#idle.pop();
    connection.prepared('BEGIN').run();
    let isOver = false;
    const runner = onConnection(() => {
      if (isOver) throw new Error('the snapshot is over');
      return connection;
    });
    try {
      return await work(new SqlReads(dialect, runner));
    } finally {
      isOver = true;
      this.#giveBack(connection);
    }
  }

  #giveBack(connection: Connection): void {
    if (connection.database.open) connection.prepared('COMMIT').run();
    if (this.#idle.length < MAX_IDLE && connection.database.open) this.#idle.push(connection);
    else this.#close(connection);
  }

  #close(connection: Connection): void {
    this.#all.delete(connection);
    connection.database.close();
  }

  close(): void {
    for (const connection of this.#all) this.#close(connection);
    this.#idle.length = 0;
  }
}
