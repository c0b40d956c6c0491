import { resolve } from 'node:path';
import { PRIVATE_NETWORKS } from '#lib/net/addresses.ts';
import { networks, NO_NETWORKS, type Networks } from '#lib/net/networks.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import { readBackups } from '#lib/settings/backups.ts';
import { isServer, readDatabaseFile, refuseReplica } from '#lib/settings/database.ts';
import { readCorsOrigins } from '#lib/settings/cors.ts';
import { readDnsServers, readProxies } from '#lib/settings/outgoing.ts';
import { SETTINGS, type SettingName } from '#lib/settings/declared.ts';
import {
  listOf,
  notValid,
  readChoice,
  readDuration,
  readFlag,
  readPath,
  readPort,
  readWhole,
  valueOf,
  type Environment,
} from '#lib/settings/environment.ts';
import { readInstallation } from '#lib/settings/installation.ts';
import { readBounds, readRates } from '#lib/settings/limits.ts';
import { readMail } from '#lib/settings/mail.ts';
import { PACE } from '#lib/settings/pace.ts';
import { readMetrics } from '#lib/settings/metrics.ts';
import { readTracing } from '#lib/settings/tracing.ts';
import { readSystemViewers } from '#lib/settings/system-viewers.ts';
import { readV1 } from '#lib/settings/v1.ts';
import { readWrappingKey } from '#lib/settings/wrapping-key.ts';

/** The settings of the process. All but the pace come from its environment. */
export type Config = ReturnType<typeof readConfig>;

const current = perProcess('config', () => readConfig(process.env, process.cwd()));

/**
 * The settings of this process, read once.
 *
 * @throws OperatorError if a variable cannot be used.
 */
export function config(): Config {
  return current.value;
}

const DAYS = { d: 24 * 60 * 60 * 1_000 };
const MIB = 1024 * 1024;

/** @param directory the base of relative paths. */
export function readConfig(env: Environment, directory: string) {
  const port = readPort('PORT', valueOf('PORT', env));
  const fromEnv = readUrl(env.GROVE_URL);
  const tls = readTls(env, directory);
  const url = fromEnv ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`;
  const dataDir = resolve(/* turbopackIgnore: true */ directory, valueOf('GROVE_DATA_DIR', env));
  refuseReplica(env);
  return {
    /** The address of the installation for people and tokens, without a trailing slash. */
    url,
    /** True if GROVE_URL sets the address; false if the address follows from the port. */
    urlFromEnv: fromEnv !== undefined,
    host: valueOf('HOST', env),
    port,
    /** Absolute path of the folder that holds the database, the secrets and the signing keys. */
    dataDir,
    /** Wraps the keys in the data folder. Without it they are stored in plain text. */
    wrappingKey: readWrappingKey(env, directory, dataDir),
    /** Absolute path of the SQLite file, which is used unless there is a server. */
    databaseFile: readDatabaseFile(env.DATABASE_URL, directory, dataDir),
    /** The address of a PostgreSQL database, which may contain a password. */
    databaseUrl: isServer(env.DATABASE_URL) ? env.DATABASE_URL : undefined,
    privateIssuers: readPrivateNetworks('GROVE_ALLOW_PRIVATE_ISSUERS', env),
    privateRegistries: readPrivateNetworks('GROVE_ALLOW_PRIVATE_REGISTRIES', env),
    /** Whether registries on other machines may use http. */
    plainRegistries: ['1', 'true'].includes(env.GROVE_ALLOW_PRIVATE_REGISTRIES ?? ''),
    areIdTokensBearers: readFlag('GROVE_ALLOW_ID_TOKENS', env),
    corsOrigins: readCorsOrigins(env),
    /** The networks of the reverse proxies whose forwarded client address is trusted. */
    trustedProxies: readNetworks(
      'GROVE_TRUSTED_PROXIES',
      env.GROVE_TRUSTED_PROXIES ?? SETTINGS.GROVE_TRUSTED_PROXIES.standard,
    ),
    /** The resolvers that domains are checked with; none for those of the machine. */
    dnsServers: readDnsServers(env),
    /** The proxy that outgoing requests go through; undefined where there is none. */
    proxies: readProxies(env),
    rates: readRates(env),
    /** Who may create root groups through the API: whoever has the capability, or nobody. */
    founders: readChoice('GROVE_FOUNDERS', env, ['owners', 'operator']),
    /** How many root groups a share may have. */
    rootGroups: readWhole('GROVE_MAX_ROOT_GROUPS', env, { least: 1 }),
    /** How many connections and streams may be open, and how slow they may be. */
    bounds: readBounds(env),
    backups: readBackups(env, directory, dataDir),
    /** Where e-mail is sent through; undefined where none is sent. */
    mail: readMail(env),
    /** How long audit records are kept, in milliseconds; null means for ever. */
    auditRetention: readDuration('GROVE_AUDIT_RETENTION', env, DAYS, 'days, such as 400d'),
    /** How many bytes of audit records an organization writes in a day; null means any number. */
    auditQuota: readWhole('GROVE_AUDIT_QUOTA', env, { least: 0 }) * MIB || null,
    /** What the log looks like, and whether it has a line for each request. */
    logFormat: readChoice('GROVE_LOG_FORMAT', env, ['text', 'json']),
    accessLog: readFlag('GROVE_ACCESS_LOG', env),
    /** Who may read the metrics; undefined where nobody may. */
    metrics: readMetrics(env, directory),
    /** Which spans are exported; undefined where none are. */
    tracing: readTracing(env),
    systemViewers: readSystemViewers(env),
    installation: readInstallation(env, directory),
    /** Whether and until when the first version of the API is offered. */
    v1: readV1(env),
    /** Absolute paths of the PEM files for TLS. Without them the server does not use TLS. */
    tls,
    /** Whether cookies are marked Secure: true if the address is https. */
    secureCookies: url.startsWith('https:'),
    pace: { ...PACE },
  };
}

function readUrl(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  const url = URL.parse(value);
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    `${url.search}${url.hash}${url.username}${url.password}` === '';
  if (!isOrigin) {
    const expected =
      'be an http or https address without a path, such as https://grove.example.com';
    throw notValid('GROVE_URL', expected, value);
  }
  return url.origin;
}

function readTls(env: Environment, directory: string) {
  const certFile = readPath('GROVE_TLS_CERT', env, directory);
  const keyFile = readPath('GROVE_TLS_KEY', env, directory);
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new OperatorError('GROVE_TLS_CERT and GROVE_TLS_KEY must be set both, or neither');
  }
  return { certFile, keyFile };
}

/**
 * `1` and `true` mean every private network except the link-local ones. `0` and the empty text mean
 * none.
 */
function readPrivateNetworks(name: SettingName, env: Environment): Networks {
  const value = env[name] ?? '';
  if (['', '0', 'false'].includes(value)) return NO_NETWORKS;
  return ['1', 'true'].includes(value) ? PRIVATE_NETWORKS : readNetworks(name, value);
}

/** @param value blocks separated by commas. */
function readNetworks(name: string, value: string): Networks {
  try {
    return networks(listOf(value));
  } catch {
    const expected = 'be networks separated by commas, such as 10.0.0.0/8,fd00::/8';
    throw notValid(name, expected, value);
  }
}

/** Sets the address that the installation is known by, unless GROVE_URL sets it. */
export function adoptUrl(url: string): void {
  const known = config();
  if (known.urlFromEnv) return;
  current.value = { ...known, url, secureCookies: url.startsWith('https:') };
}
