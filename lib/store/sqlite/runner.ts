import type { Runner } from '#lib/store/sql/plan.ts';
import type { Connection } from './connection.ts';

/**
 * Runs plans without a pause, so that nothing else uses the connection in between.
 *
 * @param connection requested for each plan.
 */
export function onConnection(connection: () => Connection): Runner {
  return {
    run: async (plan) => connection().follow(plan()),
    async runAtOnce(plan) {
      const chosen = connection();
      return chosen.atOnce(() => chosen.follow(plan()));
    },
  };
}
