/**
 * Reads of committed rows. A page, a list of uids, a count or the advisories by week are read at
 * once if few rows are expected to be looked at. A thread does any other read, so that it holds up nobody.
 */
import type { Source } from '#lib/store/prisma/reads.ts';
import { committedReads } from '#lib/store/sql/committed.ts';
import { outcomeOf } from '#lib/store/sql/jobs.ts';
import { TOO_LONG } from './connection.ts';
import { explained, handles } from './database.ts';
import { dialect } from './dialect.ts';

export const source: Source = {
  dialect,
  async ask(call) {
    const { client } = await handles().store;
    return inWords(async () => call(client.handle));
  },
  run: (plan) => inWords(async () => handles().reader.follow(plan())),
};

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}

export const committed = committedReads(source, (job, asker) =>
  inWords(async () => {
    const { reader, threads } = handles();
    try {
      return reader.atOnce(outcomeOf(dialect, job));
    } catch (error) {
      if (error !== TOO_LONG) throw error;
    }
    return threads.run(job, asker);
  }),
);
