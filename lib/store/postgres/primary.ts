/** Only the primary knows today's rights. A standby may be behind, and says nothing of it. */
/** As of a server that does not accept connections at present. */
const NOT_NOW = '57P03';

/** The error of a connection to a standby. Whoever gets it tries another connection. */
export const standbyError = (): Error =>
  Object.assign(new Error('the server is a standby'), { code: NOT_NOW });

interface Asked {
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Lets a new connection into the pool only if its server is no standby. A primary does not become
 * one without a restart, which ends its connections.
 */
export function requirePrimary(client: Asked, done: (error?: Error) => void): void {
  client.query('SELECT pg_is_in_recovery() AS "isStandby"').then(
    ({ rows }) => done(rows[0]?.['isStandby'] === true ? standbyError() : undefined),
    (error: Error) => done(error),
  );
}
