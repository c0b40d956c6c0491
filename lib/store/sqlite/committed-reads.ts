/**
 * Reads of committed rows. A page, or a list of uids, is read at once as long as that takes next to
 * no time; otherwise a thread reads it, so that it holds up nobody.
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Asker, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { CommittedReads } from '#lib/store/sql/committed.ts';
import type { Handles } from './database.ts';
import { dialect, metered } from './dialect.ts';
import { threadCpuMs } from '#lib/thread-cpu.ts';
import type { Check } from './meter.ts';
import { perform } from './reader-threads/job.ts';
import type { Job, Outcome } from './reader-threads/job.ts';
import { onConnection } from './runner.ts';

/** A read that looks at more rows, or takes longer, is begun again in a thread. */
const MOST_ROWS = 1_000;
const MOST_MS = 2;
/** What it may use of the processor after that, since others may have had it until then. */
const MOST_CPU_MS = 2;
const TOO_LONG = new Error('the read takes long');

function briefly(): Check {
  const end = performance.now() + MOST_MS;
  let looked = 0;
  let before: number | null = null;
  return {
    looks(rows) {
      looked += rows;
      if (looked > MOST_ROWS) throw TOO_LONG;
      if (performance.now() <= end) return;
      const now = threadCpuMs();
      before ??= now;
      if (now - before > MOST_CPU_MS) throw TOO_LONG;
    },
    expects(rows) {
      if (rows > MOST_ROWS) throw TOO_LONG;
    },
  };
}

export class FileReads extends CommittedReads {
  readonly #handles: () => Handles;

  constructor(handles: () => Handles) {
    const source: Omit<Source, 'runner'> = {
      dialect,
      async ask(call) {
        const { client, explained } = await handles().store;
        try {
          return await call(client.handle);
        } catch (error) {
          throw explained(error);
        }
      },
    };
    super(source, { dialect: metered, runner: onConnection(() => handles().reader) });
    this.#handles = handles;
  }

  override async page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<Page<RowOf<Type>>> {
    const job: Job = { kind: 'page', type, query };
    const atOnce = this.#atOnce(job);
    if (atOnce !== null) return atOnce as Page<RowOf<Type>>;
    const page = (await this.#handles().threads.run(job, asker)) as Page<RowOf<Type>>;
    return { ...page, isLate: true };
  }

  override async pageRows<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<RowOf<Type>[]> {
    return (await this.#read({ kind: 'pageRows', type, query }, asker)) as RowOf<Type>[];
  }

  override async uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    asker?: Asker,
  ): Promise<string[]> {
    return (await this.#read({ kind: 'uids', type, where, column }, asker)) as string[];
  }

  async #read(job: Job, asker?: Asker): Promise<Outcome> {
    return this.#atOnce(job) ?? this.#handles().threads.run(job, asker);
  }

  /** Null if it would take long. */
  #atOnce(job: Job): Outcome | null {
    const connection = this.#handles().reader;
    try {
      return connection.meter.during(briefly(), () => perform(connection, job));
    } catch (error) {
      if (error === TOO_LONG) return null;
      throw error;
    }
  }
}
