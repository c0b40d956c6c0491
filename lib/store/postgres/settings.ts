/** The connection that DATABASE_URL asks for, in the words of libpq. */
import type { PoolConfig } from 'pg';
import { parse } from 'pg-connection-string';
import { z } from 'zod';
import { isLoopbackHost } from '#lib/net/addresses.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { ClientSettings } from './server-client.ts';

const CONNECT_TIMEOUT_S = 5;
const IDLE_TIMEOUT_MS = 60_000;
const STANDARD_SIZE = 10;
/** One writes, one reads, and one keeps a snapshot. */
const LEAST_SIZE = 3;

const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

const oneOf = (...values: string[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();

/** Parameters that Grove reads itself. */
const OWN = {
  connection_limit: whole.refine((size) => size >= LEAST_SIZE, `must be at least ${LEAST_SIZE}`),
  pgbouncer: z.string(),
  connect_timeout: whole,
  statement_timeout: whole,
  // Grove asks each server whether it is the primary, whatever this says.
  target_session_attrs: oneOf('primary', 'read-write'),
  channel_binding: oneOf('disable', 'prefer', 'require'),
  schema: z.literal('public', {
    error: 'must be public: Grove uses the schema that the search path of the user begins with',
  }),
};
/** Parameters that the driver knows. */
const OF_DRIVER = [
  'host',
  'port',
  'user',
  'password',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'application_name',
  'fallback_application_name',
  'client_encoding',
  'options',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
];

const parameters = z
  .strictObject({
    ...OWN,
    sslmode: oneOf('disable', 'require', 'verify-ca', 'verify-full'),
    ...Object.fromEntries(OF_DRIVER.map((name) => [name, z.string()])),
  })
  .partial();

/** @param name of the setting, for messages. */
export function readSettings(address: string, name = 'DATABASE_URL') {
  refuseSeveralHosts(address, name);
  const url = URL.parse(address);
  if (url === null) throw new OperatorError(`${name} is not a usable address of PostgreSQL`);
  const query = url.searchParams;
  const given = readParameters(query, name);
  // An address without a host is a socket of this machine.
  const isHere = url.hostname === '' || isLoopbackHost(url.hostname);
  const mode = given.sslmode ?? (isHere ? 'disable' : 'verify-full');
  query.set('sslmode', mode);
  const binding = given.channel_binding ?? 'disable';
  const requiresBinding = binding === 'require';
  if (requiresBinding && mode === 'disable') {
    throw new OperatorError(
      `channel_binding=require in ${name} needs TLS: add sslmode=verify-full`,
    );
  }
  for (const own of Object.keys(OWN)) query.delete(own);
  const parsed = readAddress(url.href, name);
  return {
    size: given.connection_limit ?? STANDARD_SIZE,
    /** Whether the server keeps prepared statements between transactions. */
    isNamed: given.pgbouncer !== 'true',
    /** Whether the address says so, or else the first connection shows it. */
    isPoolerKnown: given.pgbouncer !== undefined,
    /** The host and the database, without the secrets of the address. */
    place: `${parsed.host ?? 'localhost'}/${parsed.database ?? ''}`,
    config: {
      ...parsed,
      connectionTimeoutMillis: (given.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      enableChannelBinding: binding !== 'disable',
      requiresBinding,
      ...(given.statement_timeout !== undefined && {
        statement_timeout: given.statement_timeout,
      }),
    } as PoolConfig & ClientSettings,
  };
}

function readParameters(query: URLSearchParams, name: string) {
  const { data, error } = parameters.safeParse(Object.fromEntries(query));
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data ?? {};
  if (issue.code !== 'unrecognized_keys') {
    throw new OperatorError(`${issue.path.join()} in ${name} ${issue.message}`);
  }
  throw new OperatorError(
    `${name} has a parameter that Grove does not know: ${issue.keys[0]}; remove it`,
  );
}

/** The driver connects to one. */
function refuseSeveralHosts(address: string, name: string): void {
  const authority = /^\w+:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  if (!authority.slice(authority.lastIndexOf('@') + 1).includes(',')) return;
  throw new OperatorError(
    `${name} names several hosts, and Grove connects to one: put a proxy before them`,
  );
}

function readAddress(address: string, name: string) {
  try {
    return parse(address, { useLibpqCompat: true });
  } catch (error) {
    // The message names the file of a certificate, and no secret.
    const reason = error instanceof Error && 'path' in error ? `: ${error.message}` : '';
    throw new OperatorError(`${name} is not a usable address of PostgreSQL${reason}`);
  }
}
