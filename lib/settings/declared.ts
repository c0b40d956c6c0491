/**
 * Every setting of the environment: its default as text, and its purpose as docs/operations.md
 * prints it. A setting that is not here cannot be read from an {@link Environment}.
 */

interface Setting {
  /** The value of a setting that is not set. Absent where the setting is then off or computed. */
  standard?: string;
  /** Markdown. What a change of it costs is in docs/security.md. */
  purpose: string;
}

/**
 * Every setting of the environment: its default, and its purpose as `docs/operations.md` has it.
 */
export const SETTINGS = {
  PORT: { standard: '3000', purpose: 'The port to listen on.' },
  HOST: {
    standard: '127.0.0.1',
    purpose: 'The address to listen on; `0.0.0.0` or `::` for all addresses.',
  },
  GROVE_URL: {
    purpose:
      'The address of the installation for people and tokens; `http://localhost:PORT` if unset. Set it behind a proxy.',
  },
  GROVE_DATA_DIR: {
    standard: 'data',
    purpose: 'The folder of the database, the secrets and the signing keys.',
  },
  DATABASE_URL: { purpose: 'A SQLite file (`file:PATH`) or a [PostgreSQL](#postgresql) database.' },
  DATABASE_REPLICA_URL: { purpose: 'No longer supported. Remove it.' },
  GROVE_ENCRYPTION_KEY: {
    purpose: '32 bytes (base64 or hex) that [wrap the keys](security.md#keys) in the data folder.',
  },
  GROVE_ENCRYPTION_KEY_FILE: { purpose: 'A file with that key, outside of the data folder.' },
  GROVE_TLS_CERT: {
    purpose: 'A certificate (PEM) for TLS on the same port. Grove reads a renewed file by itself.',
  },
  GROVE_TLS_KEY: { purpose: 'The private key of that certificate (PEM).' },
  GROVE_TRUSTED_PROXIES: {
    standard: '127.0.0.0/8,::1/128',
    purpose: 'Networks of [reverse proxies](security.md#behind-a-proxy).',
  },
  GROVE_CORS_ORIGINS: {
    purpose: 'Origins of other sites whose pages may call the API, separated by commas.',
  },
  GROVE_ALLOW_PRIVATE_ISSUERS: {
    standard: '0',
    purpose: 'Private networks (CIDR, commas) that issuers may be in; `1` for all but link-local.',
  },
  GROVE_ALLOW_PRIVATE_REGISTRIES: {
    standard: '0',
    purpose:
      'The same for registries; `1` also allows [http and every port of this machine](security.md#what-grove-fetches).',
  },
  GROVE_ALLOW_ID_TOKENS: {
    standard: '0',
    purpose: '`1` accepts ID tokens of sign-ins as [bearer tokens](security.md#who-the-caller-is).',
  },
  GROVE_DNS_SERVERS: {
    purpose:
      'Resolvers that domains are checked with, separated by commas; those of the machine if unset.',
  },
  HTTPS_PROXY: {
    purpose:
      'The [proxy](#a-proxy-for-outgoing-requests) that requests to https addresses go through. `https_proxy` and so on take precedence.',
  },
  HTTP_PROXY: { purpose: 'The same for requests to http addresses.' },
  NO_PROXY: {
    purpose: 'Hosts that are reached directly, separated by commas; `.example.com` for all below.',
  },
  GROVE_LOG_FORMAT: {
    standard: 'text',
    purpose: '`json` writes each line of the [log](#the-log) as an object.',
  },
  GROVE_ACCESS_LOG: { standard: '0', purpose: '`1` writes a line for each request.' },
  GROVE_NAME: { purpose: 'The name of the installation on the sign-in page.' },
  GROVE_PICTURE: {
    purpose: 'A PNG, JPEG or WebP file of at most 512 kB for the sign-in page. Needs `GROVE_NAME`.',
  },
  GROVE_SIGN_IN: {
    standard: 'passwords',
    purpose: '`providers` puts identity providers first on the sign-in page.',
  },
  GROVE_FOUNDERS: {
    standard: 'owners',
    purpose:
      '[Who creates organizations](security.md#organizations-of-strangers): whoever may create groups in a root group, or only the `operator`.',
  },
  GROVE_MAX_ROOT_GROUPS: {
    standard: '100',
    purpose: 'Root groups of one [share](security.md#shares).',
  },
  GROVE_SYSTEM_VIEWERS: {
    purpose: 'Who sees the [System page](#the-system-page); nobody if unset.',
  },
  GROVE_OWNER_PASSWORD: { purpose: "The owner's password for `org create`." },
  GROVE_SMTP_URL: { purpose: 'The server that [e-mail](#e-mail) is sent through; none if unset.' },
  GROVE_MAIL_FROM: { purpose: 'The sender of e-mail, such as `Grove <grove@example.com>`.' },
  GROVE_ALLOW_PLAIN_SMTP: {
    standard: '0',
    purpose: '`1` sends e-mail through a server without TLS.',
  },
  GROVE_AUDIT_RETENTION: {
    purpose: 'How long audit records and their proof are kept, such as `400d`; forever if unset.',
  },
  GROVE_AUDIT_QUOTA: {
    standard: '256',
    purpose: 'Megabytes of audit records that an organization may write in a day. `0`: no limit.',
  },
  GROVE_BACKUP_EVERY: {
    purpose: 'How often the server [backs up](#backup), such as `6h`; never if unset.',
  },
  GROVE_BACKUP_KEEP: { standard: '28', purpose: 'How many of these backups are kept.' },
  GROVE_BACKUP_FOLDER: {
    purpose: 'Their folder, best on another disk; `backups` in the data folder if unset.',
  },
  GROVE_BACKUP_PASSPHRASE_FILE: { purpose: 'A file with the passphrase of backups.' },
  GROVE_METRICS_PORT: { purpose: 'A port that answers `GET /metrics` and nothing else.' },
  GROVE_METRICS_HOST: { standard: '127.0.0.1', purpose: 'The address of that port.' },
  GROVE_METRICS_TOKEN_FILE: {
    purpose:
      'A file with a bearer token for `/metrics`, which the port of the API then serves too.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    purpose: 'Where [spans](#traces) are sent to, such as `http://localhost:4318`.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { purpose: 'The same as a whole address, path included.' },
  OTEL_EXPORTER_OTLP_PROTOCOL: { standard: 'http/protobuf', purpose: 'Only the default.' },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { standard: 'http/protobuf', purpose: 'Only the default.' },
  OTEL_TRACES_EXPORTER: { purpose: '`none` sends no spans.' },
  OTEL_SDK_DISABLED: { standard: 'false', purpose: '`true` sends no spans.' },
  OTEL_TRACES_SAMPLER: {
    standard: 'parentbased_always_on',
    purpose:
      '`always_on`, `always_off` or `traceidratio`, each also with `parentbased_` before it.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    standard: '1',
    purpose: 'The part of the traces that `traceidratio` records, from 0 to 1.',
  },
  GROVE_V1: { standard: 'on', purpose: '`off` switches the [v1 API](v1.md) off.' },
  GROVE_V1_DEPRECATION: { purpose: 'The date from which v1 is deprecated.' },
  GROVE_V1_SUNSET: { purpose: 'The date on which v1 ends.' },
  GROVE_V1_MAX_ITEMS: { standard: '1000000', purpose: 'The longest list that v1 returns.' },
  GROVE_RATE_READ: {
    standard: '12000/60',
    purpose: '[Requests per seconds](security.md#rate-limits) of one caller that read.',
  },
  GROVE_RATE_WRITE: { standard: '6000/60', purpose: 'Requests of one caller that write.' },
  GROVE_RATE_TOKEN: {
    standard: '600/60',
    purpose: 'Token exchanges, revocations and introspections of one caller.',
  },
  GROVE_RATE_SIGN_IN: { standard: '300/60', purpose: 'Sign-ins of one client.' },
  GROVE_RATE_FOUND: {
    standard: '60/3600',
    purpose: 'Organizations that are founded from one another.',
  },
  GROVE_RATE_LIMITS_OFF: { standard: '0', purpose: '`1` switches rate limits off.' },
  GROVE_MAX_CONNECTIONS: { standard: '2000', purpose: 'Open connections of one process.' },
  GROVE_MAX_CONNECTIONS_PER_CLIENT: {
    standard: '500',
    purpose: 'Open connections of one client address.',
  },
  GROVE_MAX_STREAMS: { standard: '128', purpose: 'Open streams of one HTTP/2 connection.' },
  GROVE_MAX_WATCHES: {
    standard: '500',
    purpose: 'Open streams of gRPC health and reflection together.',
  },
  GROVE_MAX_WATCHES_PER_CLIENT: { standard: '50', purpose: 'The same for one client address.' },
  GROVE_HEADER_TIMEOUT: {
    standard: '20',
    purpose: 'Seconds in which the headers of a request must arrive.',
  },
  GROVE_BODY_TIMEOUT: {
    standard: '60',
    purpose: 'Seconds in which the body of a request must arrive.',
  },
  GROVE_SEARCH_TIMEOUT: {
    standard: '5',
    purpose: 'Seconds that a search, or a filter without an index, may take.',
  },
  GROVE_DRAIN_TIME: {
    standard: '0',
    purpose: 'Seconds that a [stopping](#stopping) server still serves while `/readyz` fails.',
  },
  GROVE_STOP_TIMEOUT: {
    standard: '25',
    purpose: 'Seconds that running requests may take after that.',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** The default of a setting as text; undefined for a setting that has none. */
export function standardOf(name: SettingName): string | undefined {
  const setting: Setting = SETTINGS[name];
  return setting.standard;
}
