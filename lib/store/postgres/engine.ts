/** PostgreSQL: one database for any number of processes. */
import { OperatorError } from '#lib/operator-error.ts';
import type { Engine } from '#lib/store/handles.ts';
import { codeOf, FORBIDDEN } from './errors.ts';
import { migrate } from './migrate.ts';
import { revision, revisionAndMoment } from './moments.ts';
import { committed, snapshot } from './reading.ts';
import { REPLICA } from './replica.ts';
import { spendTogether } from './request-buckets.ts';
import { closeSessions, sessions } from './sessions.ts';
import { verify } from './verify.ts';
import { transaction } from './writing.ts';

const present = () =>
  committed.runner.run(sessions().replica === null ? revision : revisionAndMoment);

/** Here rather than with each request. @throws OperatorError if the primary does not say its moments. */
async function requireMoments(): Promise<void> {
  try {
    await present();
  } catch (error) {
    if (codeOf(error) !== FORBIDDEN || !(error instanceof Error)) throw error;
    throw new OperatorError(
      `${REPLICA} needs more rights for the user of DATABASE_URL: ${error.message}`,
    );
  }
}

export const postgres: Engine = {
  async open() {
    await migrate();
    if (sessions().replica !== null) await requireMoments();
  },
  close: closeSessions,
  committed,
  snapshot,
  transaction,
  present,
  spendTogether,
  verify,
  copies: null,
};
