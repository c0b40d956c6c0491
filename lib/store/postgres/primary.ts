/** Only the primary knows today's rights. A standby may be behind, and says nothing of it. */
import { revisionOf } from '#lib/store/sql/access.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { dialect } from './dialect.ts';

/** As of a server that does not accept connections at present. */
const NOT_NOW = '57P03';

/** The error of a connection to a standby. Whoever gets it tries another connection. */
const standbyError = (): Error =>
  Object.assign(new Error('the server is a standby'), { code: NOT_NOW });

/** Null from a standby, to which a pooler may have moved the connection. */
export const REVISION = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE ${revisionOf(dialect).sql} END AS "value"
  FROM "AccessRevision"`;

/** @throws Error of a lost connection if a standby has answered. */
export function revisionIn(row: Values | undefined): string {
  const value = row?.['value'] ?? null;
  if (row !== undefined && value === null) throw standbyError();
  return String(value ?? 0);
}

interface Asked {
  /** As whoever accepted the connection calls it; a pooler invents it. The types of the driver lack it. */
  readonly processID?: number | null;
  query(asked: {
    text: string;
    query_timeout: number;
  }): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A pooler accepts a connection, and lets it wait for as long as the server is away. */
const WHO = {
  text: 'SELECT pg_is_in_recovery() AS "isStandby", pg_backend_pid() AS "pid"',
  query_timeout: 3_000,
};

/**
 * Lets a new connection into the pool only if its server is not a standby. A primary does not become
 * one without a restart, which ends its connections.
 *
 * @param onPooler called for each connection that another program has accepted for the server.
 */
export function requirePrimary(onPooler: () => void) {
  return (client: Asked, done: (error?: Error) => void): void => {
    client.query(WHO).then(
      ({ rows: [row] }) => {
        if (row?.['pid'] !== client.processID) onPooler();
        done(row?.['isStandby'] === true ? standbyError() : undefined);
      },
      (error: Error) => done(error),
    );
  };
}
