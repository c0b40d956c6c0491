import { PRIVATE_NETWORKS } from '#lib/net/addresses.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import { readBackups } from '#lib/settings/backups.ts';
import { isServer, readDatabaseFile } from '#lib/settings/database.ts';
import { settingsOf, type Environment, type Settings } from '#lib/settings/declared.ts';
import { readInstallation } from '#lib/settings/installation.ts';
import { readBounds, readRates } from '#lib/settings/limits.ts';
import { readMail } from '#lib/settings/mail.ts';
import { readMetrics } from '#lib/settings/metrics.ts';
import { readProxies } from '#lib/settings/outgoing.ts';
import { PACE } from '#lib/settings/pace.ts';
import { readTracing } from '#lib/settings/tracing.ts';
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

const MIB = 1024 * 1024;

/** @param directory the base of relative paths. */
export function readConfig(env: Environment, directory: string) {
  const settings = settingsOf(env, directory);
  const port = settings('PORT');
  const fromEnv = settings('GROVE_URL');
  const tls = readTls(settings);
  const url = fromEnv ?? `${tls === undefined ? 'http' : 'https'}://localhost:${port}`;
  const dataDir = settings('GROVE_DATA_DIR');
  const databaseUrl = settings('DATABASE_URL');
  const privateRegistries = settings('GROVE_ALLOW_PRIVATE_REGISTRIES');
  const privateWebhooks = settings('GROVE_ALLOW_PRIVATE_WEBHOOKS');
  settings('DATABASE_REPLICA_URL');
  return {
    /** The address of the installation for people and tokens, without a trailing slash. */
    url,
    /** True if GROVE_URL sets the address; false if the address follows from the port. */
    urlFromEnv: fromEnv !== undefined,
    host: settings('HOST'),
    port,
    /** Absolute path of the folder that holds the database, the secrets and the signing keys. */
    dataDir,
    /** Wraps the keys in the data folder. Without it they are stored in plain text. */
    wrappingKey: readWrappingKey(settings, dataDir),
    /** Absolute path of the SQLite file, which is used unless there is a server. */
    databaseFile: readDatabaseFile(databaseUrl, directory, dataDir),
    /** The address of a PostgreSQL database, which may contain a password. */
    databaseUrl: isServer(databaseUrl) ? databaseUrl : undefined,
    privateIssuers: settings('GROVE_ALLOW_PRIVATE_ISSUERS'),
    privateRegistries,
    /** Whether registries on other machines may use http. */
    plainRegistries: privateRegistries === PRIVATE_NETWORKS,
    privateWebhooks,
    /** Whether webhooks on other machines may use http. */
    plainWebhooks: privateWebhooks === PRIVATE_NETWORKS,
    areIdTokensBearers: settings('GROVE_ALLOW_ID_TOKENS'),
    corsOrigins: settings('GROVE_CORS_ORIGINS'),
    /** The networks of the reverse proxies whose forwarded client address is trusted. */
    trustedProxies: settings('GROVE_TRUSTED_PROXIES'),
    /** The resolvers that domains are checked with; none for those of the machine. */
    dnsServers: settings('GROVE_DNS_SERVERS'),
    /** The proxy that outgoing requests go through; undefined where there is none. */
    proxies: readProxies(settings),
    rates: readRates(settings),
    /** Who may create root groups through the API: whoever has the capability, or nobody. */
    founders: settings('GROVE_FOUNDERS'),
    /** How many root groups a share may have. */
    rootGroups: settings('GROVE_MAX_ROOT_GROUPS'),
    /** How many connections and streams may be open, and how slow they may be. */
    bounds: readBounds(settings),
    backups: readBackups(settings, dataDir),
    /** Where e-mail is sent through; undefined where none is sent. */
    mail: readMail(settings),
    /** How long audit records are kept, in milliseconds; null means for ever. */
    auditRetention: settings('GROVE_AUDIT_RETENTION'),
    /** How long audit records are events as well, in milliseconds; null means as long as they are kept. */
    eventRetention: settings('GROVE_EVENT_RETENTION'),
    /** How many bytes of audit records an organization writes in a day; null means any number. */
    auditQuota: settings('GROVE_AUDIT_QUOTA') * MIB || null,
    /** What the log looks like, and whether it has a line for each request. */
    logFormat: settings('GROVE_LOG_FORMAT'),
    accessLog: settings('GROVE_ACCESS_LOG'),
    /** Who may read the metrics; undefined where nobody may. */
    metrics: readMetrics(settings),
    /** Which spans are exported; undefined where none are. */
    tracing: readTracing(settings),
    systemViewers: settings('GROVE_SYSTEM_VIEWERS'),
    installation: readInstallation(settings),
    /** Whether and until when the first version of the API is offered. */
    v1: readV1(settings),
    /** Absolute paths of the PEM files for TLS. Without them the server does not use TLS. */
    tls,
    /** Whether cookies are marked Secure: true if the address is https. */
    secureCookies: url.startsWith('https:'),
    pace: { ...PACE },
  };
}

function readTls(settings: Settings) {
  const certFile = settings('GROVE_TLS_CERT');
  const keyFile = settings('GROVE_TLS_KEY');
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new OperatorError('GROVE_TLS_CERT and GROVE_TLS_KEY must be set both, or neither');
  }
  return { certFile, keyFile };
}

/** Sets the address that the installation is known by, unless GROVE_URL sets it. */
export function adoptUrl(url: string): void {
  const known = config();
  if (known.urlFromEnv) return;
  current.value = { ...known, url, secureCookies: url.startsWith('https:') };
}
