/**
 * Every setting of the environment: its kind, its default as text, and its purpose as
 * docs/operations.md prints it. `lib/config.ts` reads no other one.
 */
import { corsOrigins, dnsServers, origin, proxyAddress } from './kinds/addresses.ts';
import { sender, smtpServer } from './kinds/mail.ts';
import { ratio, sampler } from './kinds/sampling.ts';
import { systemViewers } from './kinds/system-viewers.ts';
import {
  choice,
  date,
  duration,
  flag,
  httpAddress,
  networks,
  optional,
  path,
  port,
  printable,
  privateNetworks,
  rate,
  removed,
  seconds,
  text,
  whole,
  type Kind,
} from './kinds/values.ts';

interface Setting {
  kind: Kind<unknown>;
  /** The value of a setting that is not set. Absent where the setting is then off or computed. */
  standard?: string;
  /** Markdown. What a change of it costs is in docs/security.md. */
  purpose: string;
  /** An empty value is one, and not the same as none. */
  mayBeEmpty?: boolean;
  /** Other programs read the name in small letters, and prefer it where they read both. */
  hasSmallName?: boolean;
}

export const SETTINGS = {
  PORT: { kind: port, standard: '3000', purpose: 'The port to listen on.' },
  HOST: {
    kind: text,
    standard: '127.0.0.1',
    purpose: 'The address to listen on; `0.0.0.0` or `::` for all addresses.',
  },
  GROVE_URL: {
    kind: optional(origin),
    purpose:
      'The address of the installation for people and tokens; `http://localhost:PORT` if unset. Set it behind a proxy.',
  },
  GROVE_DATA_DIR: {
    kind: path,
    standard: 'data',
    purpose: 'The folder of the database, the secrets and the signing keys.',
  },
  DATABASE_URL: {
    kind: text,
    purpose: 'A SQLite file (`file:PATH`) or a [PostgreSQL](#postgresql) database.',
  },
  DATABASE_REPLICA_URL: {
    kind: removed('since November 2026 no list is read from a standby'),
    purpose: 'No longer supported. Remove it.',
  },
  GROVE_ENCRYPTION_KEY: {
    kind: text,
    purpose: '32 bytes (base64 or hex) that [wrap the keys](security.md#keys) in the data folder.',
  },
  GROVE_ENCRYPTION_KEY_FILE: {
    kind: optional(path),
    purpose: 'A file with that key, outside of the data folder.',
  },
  GROVE_TLS_CERT: {
    kind: optional(path),
    purpose: 'A certificate (PEM) for TLS on the same port. Grove reads a renewed file by itself.',
  },
  GROVE_TLS_KEY: { kind: optional(path), purpose: 'The private key of that certificate (PEM).' },
  GROVE_TRUSTED_PROXIES: {
    kind: networks,
    mayBeEmpty: true,
    standard: '127.0.0.0/8,::1/128',
    purpose: 'Networks of [reverse proxies](security.md#behind-a-proxy).',
  },
  GROVE_CORS_ORIGINS: {
    kind: corsOrigins,
    purpose: 'Origins of other sites whose pages may call the API, separated by commas.',
  },
  GROVE_ALLOW_PRIVATE_ISSUERS: {
    kind: privateNetworks,
    standard: '0',
    purpose: 'Private networks (CIDR, commas) that issuers may be in; `1` for all but link-local.',
  },
  GROVE_ALLOW_PRIVATE_REGISTRIES: {
    kind: privateNetworks,
    standard: '0',
    purpose:
      'The same for registries; `1` also allows [http and every port of this machine](security.md#what-grove-fetches).',
  },
  GROVE_ALLOW_PRIVATE_WEBHOOKS: {
    kind: privateNetworks,
    standard: '0',
    purpose: 'The same for the targets of [webhooks](webhooks.md); `1` also allows http.',
  },
  GROVE_ALLOW_ID_TOKENS: {
    kind: flag,
    standard: '0',
    purpose: '`1` accepts ID tokens of sign-ins as [bearer tokens](security.md#who-the-caller-is).',
  },
  GROVE_DNS_SERVERS: {
    kind: dnsServers,
    purpose:
      'Resolvers that domains are checked with, separated by commas; those of the machine if unset.',
  },
  HTTPS_PROXY: {
    kind: proxyAddress,
    hasSmallName: true,
    purpose:
      'The [proxy](#a-proxy-for-outgoing-requests) that requests to https addresses go through. `https_proxy` and so on take precedence.',
  },
  HTTP_PROXY: {
    kind: proxyAddress,
    hasSmallName: true,
    purpose: 'The same for requests to http addresses.',
  },
  NO_PROXY: {
    kind: text,
    hasSmallName: true,
    purpose: 'Hosts that are reached directly, separated by commas; `.example.com` for all below.',
  },
  GROVE_LOG_FORMAT: {
    kind: choice('text', 'json'),
    standard: 'text',
    purpose: '`json` writes each line of the [log](#the-log) as an object.',
  },
  GROVE_ACCESS_LOG: { kind: flag, standard: '0', purpose: '`1` writes a line for each request.' },
  GROVE_NAME: {
    kind: printable(60),
    purpose: 'The name of the installation on the sign-in page.',
  },
  GROVE_PICTURE: {
    kind: optional(path),
    purpose: 'A PNG, JPEG or WebP file of at most 512 kB for the sign-in page. Needs `GROVE_NAME`.',
  },
  GROVE_SIGN_IN: {
    kind: choice('passwords', 'providers'),
    standard: 'passwords',
    purpose: '`providers` puts identity providers first on the sign-in page.',
  },
  GROVE_FOUNDERS: {
    kind: choice('owners', 'operator'),
    standard: 'owners',
    purpose:
      '[Who creates organizations](security.md#organizations-of-strangers): whoever may create groups in a root group, or only the `operator`.',
  },
  GROVE_MAX_ROOT_GROUPS: {
    kind: whole({ least: 1 }),
    standard: '100',
    purpose: 'Root groups of one [share](security.md#shares).',
  },
  GROVE_SYSTEM_VIEWERS: {
    kind: systemViewers,
    purpose: 'Who sees the [System page](#the-system-page); nobody if unset.',
  },
  GROVE_OWNER_PASSWORD: { kind: text, purpose: "The owner's password for `org create`." },
  GROVE_SMTP_URL: {
    kind: optional(smtpServer),
    purpose: 'The server that [e-mail](#e-mail) is sent through; none if unset.',
  },
  GROVE_MAIL_FROM: {
    kind: optional(sender),
    purpose: 'The sender of e-mail, such as `Grove <grove@example.com>`.',
  },
  GROVE_ALLOW_PLAIN_SMTP: {
    kind: flag,
    standard: '0',
    purpose: '`1` sends e-mail through a server without TLS.',
  },
  GROVE_AUDIT_RETENTION: {
    kind: duration(['d'], 'days, such as 400d'),
    purpose: 'How long audit records and their proof are kept, such as `400d`; forever if unset.',
  },
  GROVE_EVENT_RETENTION: {
    kind: duration(['d'], 'days, such as 30d'),
    standard: '30d',
    purpose:
      'How long audit records are [events](events.md) as well, such as `30d`; `0`: as long as they are kept.',
  },
  GROVE_AUDIT_QUOTA: {
    kind: whole({ least: 0 }),
    standard: '256',
    purpose: 'Megabytes of audit records that an organization may write in a day. `0`: no limit.',
  },
  GROVE_BACKUP_EVERY: {
    kind: duration(['m', 'h', 'd'], 'minutes, hours or days, such as 6h'),
    purpose: 'How often the server [backs up](#backup), such as `6h`; never if unset.',
  },
  GROVE_BACKUP_KEEP: {
    kind: whole({ least: 1 }),
    standard: '28',
    purpose: 'How many of these backups are kept.',
  },
  GROVE_BACKUP_FOLDER: {
    kind: optional(path),
    purpose: 'Their folder, best on another disk; `backups` in the data folder if unset.',
  },
  GROVE_BACKUP_PASSPHRASE_FILE: {
    kind: optional(path),
    purpose: 'A file with the passphrase of backups.',
  },
  GROVE_METRICS_PORT: {
    kind: optional(port),
    purpose: 'A port that answers `GET /metrics` and nothing else.',
  },
  GROVE_METRICS_HOST: { kind: text, standard: '127.0.0.1', purpose: 'The address of that port.' },
  GROVE_METRICS_TOKEN_FILE: {
    kind: optional(path),
    purpose:
      'A file with a bearer token for `/metrics`, which the port of the API then serves too.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: optional(httpAddress('http://localhost:4318')),
    purpose: 'Where [spans](#traces) are sent to, such as `http://localhost:4318`.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    kind: optional(httpAddress('http://localhost:4318')),
    purpose: 'The same as a whole address, path included.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    kind: choice('http/protobuf'),
    standard: 'http/protobuf',
    purpose: 'Only the default.',
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    kind: choice('http/protobuf'),
    standard: 'http/protobuf',
    purpose: 'Only the default.',
  },
  OTEL_TRACES_EXPORTER: { kind: text, purpose: '`none` sends no spans.' },
  OTEL_SDK_DISABLED: { kind: flag, standard: 'false', purpose: '`true` sends no spans.' },
  OTEL_TRACES_SAMPLER: {
    kind: sampler,
    standard: 'parentbased_always_on',
    purpose:
      '`always_on`, `always_off` or `traceidratio`, each also with `parentbased_` before it.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: ratio,
    standard: '1',
    purpose: 'The part of the traces that `traceidratio` records, from 0 to 1.',
  },
  GROVE_V1: {
    kind: choice('on', 'off'),
    standard: 'on',
    purpose: '`off` switches the [v1 API](v1.md) off.',
  },
  GROVE_V1_DEPRECATION: { kind: optional(date), purpose: 'The date from which v1 is deprecated.' },
  GROVE_V1_SUNSET: { kind: optional(date), purpose: 'The date on which v1 ends.' },
  GROVE_V1_MAX_ITEMS: {
    kind: whole({ least: 1 }),
    standard: '1000000',
    purpose: 'The longest list that v1 returns.',
  },
  GROVE_RATE_READ: {
    kind: rate,
    standard: '12000/60',
    purpose: '[Requests per seconds](security.md#rate-limits) of one caller that read.',
  },
  GROVE_RATE_WRITE: {
    kind: rate,
    standard: '6000/60',
    purpose: 'Requests of one caller that write.',
  },
  GROVE_RATE_TOKEN: {
    kind: rate,
    standard: '600/60',
    purpose: 'Token exchanges, revocations and introspections of one caller.',
  },
  GROVE_RATE_SIGN_IN: { kind: rate, standard: '300/60', purpose: 'Sign-ins of one client.' },
  GROVE_RATE_FOUND: {
    kind: rate,
    standard: '60/3600',
    purpose: 'Organizations that are founded from one another.',
  },
  GROVE_RATE_LIMITS_OFF: { kind: flag, standard: '0', purpose: '`1` switches rate limits off.' },
  GROVE_MAX_CONNECTIONS: {
    kind: whole({ least: 1 }),
    standard: '2000',
    purpose: 'Open connections of one process.',
  },
  GROVE_MAX_CONNECTIONS_PER_CLIENT: {
    kind: whole({ least: 1 }),
    standard: '500',
    purpose: 'Open connections of one client address.',
  },
  GROVE_MAX_STREAMS: {
    kind: whole({ least: 1 }),
    standard: '128',
    purpose: 'Open streams of one HTTP/2 connection.',
  },
  GROVE_MAX_WATCHES: {
    kind: whole({ least: 1 }),
    standard: '500',
    purpose: 'Open streams of gRPC health and reflection together.',
  },
  GROVE_MAX_WATCHES_PER_CLIENT: {
    kind: whole({ least: 1 }),
    standard: '50',
    purpose: 'The same for one client address.',
  },
  GROVE_MAX_EVENT_STREAMS: {
    kind: whole({ least: 1 }),
    standard: '1000',
    purpose: 'Open [streams of events](events.md#streams) of one process.',
  },
  GROVE_MAX_EVENT_STREAMS_PER_CLIENT: {
    kind: whole({ least: 1 }),
    standard: '250',
    purpose: 'The same for one client address.',
  },
  GROVE_MAX_EVENT_STREAMS_PER_CALLER: {
    kind: whole({ least: 1 }),
    standard: '20',
    purpose: 'The same for one caller.',
  },
  GROVE_HEADER_TIMEOUT: {
    kind: seconds(),
    standard: '20',
    purpose: 'Seconds in which the headers of a request must arrive.',
  },
  GROVE_BODY_TIMEOUT: {
    kind: seconds(),
    standard: '60',
    purpose: 'Seconds in which the body of a request must arrive.',
  },
  GROVE_SEARCH_TIMEOUT: {
    kind: seconds(),
    standard: '5',
    purpose: 'Seconds that a search, or a filter without an index, may take.',
  },
  GROVE_DRAIN_TIME: {
    kind: seconds(0),
    standard: '0',
    purpose: 'Seconds that a [stopping](#stopping) server still serves while `/readyz` fails.',
  },
  GROVE_STOP_TIMEOUT: {
    kind: seconds(),
    standard: '25',
    purpose: 'Seconds that running requests may take after that.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** The default of a setting as text; undefined for a setting that has none. */
export const standardOf = (name: SettingName): string | undefined => settingOf(name).standard;

const settingOf = (name: SettingName): Setting => SETTINGS[name];

/** Node.js's type of the environment names NODE_ENV, and TypeScript asks for a name in common. */
export type Environment = {
  readonly [Name in SettingName | Lowercase<SettingName> | 'NODE_ENV']?: string | undefined;
};

/** What the kind of a setting makes of its value. */
type Value<Name extends SettingName> = ReturnType<(typeof SETTINGS)[Name]['kind']>;

/** Reads one setting. @throws OperatorError if it cannot be used. */
export type Settings = <Name extends SettingName>(name: Name) => Value<Name>;

/**
 * The settings of an environment. A setting is checked when it is read, so that one of a part which is
 * switched off stops nobody.
 *
 * @param directory the base of relative paths.
 */
export const settingsOf =
  (env: Environment, directory: string): Settings =>
  <Name extends SettingName>(name: Name) => {
    const { standard = '', mayBeEmpty = false, hasSmallName = false } = settingOf(name);
    const small = name.toLowerCase() as Lowercase<Name>;
    const used = hasSmallName && env[small] ? small : name;
    const given = env[used] ?? standard;
    const value = given === '' && !mayBeEmpty ? standard : given;
    return SETTINGS[name].kind({ name: used, value, directory }) as Value<Name>;
  };
