/** The connection that DATABASE_URL asks for, in the words of libpq. */
import type { PoolConfig } from 'pg';
import { parse } from 'pg-connection-string';
import { isLoopbackHost } from '#lib/net/addresses.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { ClientSettings } from './server-client.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
const STANDARD_SIZE = 10;
/** One writes, one reads, and one keeps a snapshot. */
export const LEAST_SIZE = 3;
/** Parameters that Grove reads itself. It asks each server whether it is the primary, whatever the last one says. */
const OWN = [
  'connection_limit',
  'pgbouncer',
  'connect_timeout',
  'statement_timeout',
  'target_session_attrs',
  'channel_binding',
  'schema',
];
/** Parameters that the driver knows. */
const OF_DRIVER = [
  'host',
  'port',
  'user',
  'password',
  'sslmode',
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
/** The values of parameters that have only a few, as Grove keeps what they promise. */
const VALUES: readonly (readonly [parameter: string, values: readonly string[], reason: string])[] =
  [
    ['target_session_attrs', ['primary', 'read-write'], ''],
    ['channel_binding', ['disable', 'prefer', 'require'], ''],
    ['schema', ['public'], ': Grove uses the schema that the search path of the user begins with'],
  ];
const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

export interface Settings {
  config: PoolConfig & ClientSettings;
  size: number;
  /** Whether the server keeps prepared statements between transactions. */
  isNamed: boolean;
  /** Whether the address says so, or else the first connection shows it. */
  isPoolerKnown: boolean;
  /** The host and the database, without the secrets of the address. */
  place: string;
}

/** @param name of the setting, for messages. */
export function readSettings(address: string, name = 'DATABASE_URL'): Settings {
  refuseSeveralHosts(address, name);
  const url = URL.parse(address);
  if (url === null) throw new OperatorError(`${name} is not a usable address of PostgreSQL`);
  const query = url.searchParams;
  refuseUnknown(query, name);
  refuseValues(query, name);
  const size = whole(query, 'connection_limit', name) ?? STANDARD_SIZE;
  if (size < LEAST_SIZE) {
    throw new OperatorError(`connection_limit in ${name} must be at least ${LEAST_SIZE}`);
  }
  const isNamed = query.get('pgbouncer') !== 'true';
  const isPoolerKnown = query.has('pgbouncer');
  // An address without a host is a socket of this machine.
  const isHere = url.hostname === '' || isLoopbackHost(url.hostname);
  const mode = query.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (!TLS_MODES.includes(mode)) {
    throw new OperatorError(`sslmode in ${name} must be one of ${TLS_MODES.join(', ')}`);
  }
  query.set('sslmode', mode);
  const connectSeconds = whole(query, 'connect_timeout', name);
  const statement = whole(query, 'statement_timeout', name);
  const binding = query.get('channel_binding') ?? 'disable';
  const requiresBinding = binding === 'require';
  if (requiresBinding && mode === 'disable') {
    throw new OperatorError(
      `channel_binding=require in ${name} needs TLS: add sslmode=verify-full`,
    );
  }
  for (const own of OWN) {
    query.delete(own);
  }
  const parsed = readAddress(url.href, name);
  return {
    size,
    isNamed,
    isPoolerKnown,
    place: `${parsed.host ?? 'localhost'}/${parsed.database ?? ''}`,
    config: {
      ...parsed,
      connectionTimeoutMillis:
        connectSeconds === undefined ? CONNECT_TIMEOUT_MS : connectSeconds * 1_000,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      enableChannelBinding: binding !== 'disable',
      requiresBinding,
      ...(statement !== undefined && { statement_timeout: statement }),
    } as PoolConfig & ClientSettings,
  };
}

function refuseUnknown(query: URLSearchParams, name: string): void {
  const known = [...OWN, ...OF_DRIVER];
  const unknown = [...query.keys()].find((parameter) => !known.includes(parameter));
  if (unknown !== undefined) {
    throw new OperatorError(
      `${name} has a parameter that Grove does not know: ${unknown}; remove it`,
    );
  }
}

function refuseValues(query: URLSearchParams, name: string): void {
  for (const [parameter, values, reason] of VALUES) {
    const value = query.get(parameter);
    if (value === null || values.includes(value)) continue;
    const allowed = values.length === 1 ? values[0] : `one of ${values.join(', ')}`;
    throw new OperatorError(`${parameter} in ${name} must be ${allowed}${reason}`);
  }
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

function whole(query: URLSearchParams, parameter: string, name: string): number | undefined {
  const value = query.get(parameter);
  if (value === null) return undefined;
  if (!/^\d{1,9}$/.test(value)) {
    throw new OperatorError(`${parameter} in ${name} must be a whole number`);
  }
  return Number(value);
}
