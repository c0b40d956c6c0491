/** The one connection that writes, and the transactions on it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WriterLimits } from '#lib/settings/pace.ts';
import type { Transaction } from '#lib/store/handles.ts';
import { SqlTransaction } from '#lib/store/sql/transaction.ts';
import { Turns } from '#lib/store/sql/turns.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { isBusy } from './busy.ts';
import type { Checkpoints } from './checkpoints/checkpoints.ts';
import type { Connection } from './connection.ts';
import { dialect } from './dialect.ts';
import type { Disk } from './disk.ts';
import { onConnection } from './runner.ts';

const BUSY_POLL_MS = 20;

export class Writer {
  readonly #connection: Connection;
  readonly #disk: Disk;
  readonly #checkpoints: Pick<Checkpoints, 'committed'>;
  readonly #limits: WriterLimits;
  readonly #turns = new Turns();

  /**
   * @param connection must not wait for locks by itself, because that would block the whole
   * process. Its commits need not wait for the disk.
   */
  constructor(
    connection: Connection,
    disk: Disk,
    checkpoints: Pick<Checkpoints, 'committed'>,
    limits: WriterLimits,
  ) {
    this.#connection = connection;
    this.#disk = disk;
    this.#checkpoints = checkpoints;
    this.#limits = limits;
  }

  /** As {@link Engine.transaction}. */
  async run<T>(work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const result = await this.#inTurn(work, signal);
    // Also if nothing was written, because `work` may have seen what is not on the disk yet.
    await this.#disk.holds();
    return result;
  }

  async #inTurn<T>(work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const asked = Date.now();
    const endTurn = await this.#turns.take(this.#limits.turn, unavailable);
    try {
      await this.#begin(asked + this.#limits.busy, signal);
      return await this.#whole(work);
    } catch (error) {
      throw isBusy(error) ? unavailable() : error;
    } finally {
      endTurn();
    }
  }

  /** The turn lasts as long as the work, since nothing may be written to a disk that hangs either. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const endTurn = await this.#turns.take(this.#limits.turn, unavailable);
    await work().finally(endTurn);
  }

  /** Retries until another process releases the write lock, or `deadline` has passed. */
  async #begin(deadline: number, signal?: AbortSignal): Promise<void> {
    this.#disk.check();
    for (;;) {
      signal?.throwIfAborted();
      try {
        // Takes the write lock at once, so that later reads in the transaction stay current.
        this.#connection.prepared('BEGIN IMMEDIATE').run();
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() >= deadline) throw error;
      }
      await wait(BUSY_POLL_MS);
    }
  }

  /**
   * Commits or rolls back `work`. Work that is stuck is rolled back too. Its handle then rejects
   * calls, so that it cannot write into another transaction.
   */
  async #whole<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let isOver = false;
    const runner = onConnection(() => {
      if (isOver) throw new Error('the transaction is over');
      return this.#connection;
    });
    try {
      const result = await unlessStuck(
        work(new SqlTransaction(dialect, runner)),
        this.#limits.held,
        unavailable,
      );
      this.#connection.prepared('COMMIT').run();
      this.#checkpoints.committed((rest) => this.#alone(rest));
      return result;
    } catch (error) {
      // If the disk is full, SQLite has already rolled back by itself.
      if (this.#connection.database.inTransaction) this.#connection.prepared('ROLLBACK').run();
      throw error;
    } finally {
      isOver = true;
    }
  }
}
