/** What the defaults of the settings protect, for the table in docs/security.md. */
import type { SettingName } from '#lib/settings/declared.ts';

/** Settings that belong together. Their defaults come from their definitions. */
type OfSettings = readonly [names: readonly SettingName[], protects: string, cost: string];

export const OF_SETTINGS: readonly OfSettings[] = [
  [['HOST'], 'the port, from other machines', 'others reach it, unencrypted without TLS'],
  [
    ['GROVE_TLS_CERT', 'GROVE_TLS_KEY'],
    'nothing: a proxy has to speak TLS',
    'a certificate to renew',
  ],
  [
    ['GROVE_URL'],
    'nothing: `http://localhost:PORT`, for trying',
    'https: browsers keep to TLS for a year; http: sessions cross the network unencrypted',
  ],
  [
    ['GROVE_DATA_DIR', 'DATABASE_URL'],
    'rows and keys: folder and files are for their owner only',
    'PostgreSQL: its administrators read rows; without TLS, so does the network',
  ],
  [
    ['GROVE_ENCRYPTION_KEY', 'GROVE_ENCRYPTION_KEY_FILE'],
    'nothing: a copy of the data folder signs tokens and opens every secret',
    'nothing starts without the key; losing it loses the secrets',
  ],
  [
    ['GROVE_TRUSTED_PROXIES'],
    "clients' addresses, for limits, policies and the record",
    'whoever is in such a network chooses an address',
  ],
  [
    ['GROVE_CORS_ORIGINS'],
    'answers, from pages of other sites',
    'they call the API with tokens that they have, never with cookies',
  ],
  [
    ['GROVE_ALLOW_PRIVATE_ISSUERS', 'GROVE_ALLOW_PRIVATE_REGISTRIES'],
    "the operator's network",
    'administrators of organizations reach it [through Grove](#what-grove-fetches)',
  ],
  [
    ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
    'the same: Grove checks where it connects to',
    'the proxy [decides that](operations.md#a-proxy-for-outgoing-requests)',
  ],
  [
    ['GROVE_DNS_SERVERS'],
    '[domains](running-sign-in.md#domains), by resolvers of the machine',
    'without DNSSEC, forged answers verify domains',
  ],
  [
    ['GROVE_ALLOW_ID_TOKENS'],
    'people, whose ID tokens browsers and logs see',
    'these are bearer tokens until they expire',
  ],
  [['GROVE_SYSTEM_VIEWERS'], 'names and sizes of organizations', 'viewers see those of all'],
  [
    ['GROVE_OWNER_PASSWORD'],
    'nothing: the owner can only use tokens',
    'who reads the environment can sign in',
  ],
  [
    ['GROVE_SMTP_URL', 'GROVE_MAIL_FROM'],
    'passwords, from whoever reads a mailbox',
    'a mailbox is enough for a new password, not for second factors; owners get [notices](#notices)',
  ],
  [
    ['GROVE_ALLOW_PLAIN_SMTP'],
    'links that set passwords, on their way',
    'they cross the network unencrypted',
  ],
  [['GROVE_AUDIT_RETENTION'], 'the record and its proof', 'older changes cannot be examined'],
  [
    ['GROVE_AUDIT_QUOTA'],
    'the disk, from one organization',
    'lower: attempts are joined sooner; `0`: one organization can fill the disk',
  ],
  [
    ['GROVE_BACKUP_EVERY', 'GROVE_BACKUP_FOLDER', 'GROVE_BACKUP_KEEP'],
    'nothing: a lost disk loses everything',
    'backups have rows unencrypted; on the same disk: lost with it; fewer: damage is in all sooner',
  ],
  [
    ['GROVE_BACKUP_PASSPHRASE_FILE'],
    'keys: without it or `GROVE_ENCRYPTION_KEY`, no backup is made',
    'whoever has a backup and the passphrase has the keys',
  ],
  [
    ['GROVE_METRICS_PORT', 'GROVE_METRICS_HOST', 'GROVE_METRICS_TOKEN_FILE'],
    'how much happens, and when',
    'whoever has the token sees it; without one, whoever reaches the port',
  ],
  [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    'operations and uids',
    'the receiver sees them',
  ],
  [
    ['GROVE_ACCESS_LOG'],
    'addresses of clients, and paths of their requests',
    'whoever reads the log sees them',
  ],
  [
    ['GROVE_V1', 'GROVE_V1_MAX_ITEMS'],
    'nothing: v1 serves its clients',
    '`off`: they end, and less can be attacked; higher: one request takes longer',
  ],
  [
    ['GROVE_RATE_READ', 'GROVE_RATE_WRITE', 'GROVE_RATE_TOKEN', 'GROVE_RATE_SIGN_IN'],
    'everybody, from one caller or network',
    'higher: fewer clients can exhaust Grove; lower: people behind one address wait',
  ],
  [
    ['GROVE_RATE_LIMITS_OFF'],
    'the same',
    'one caller can delay everybody, and try passwords as fast as the machine hashes',
  ],
  [
    [
      'GROVE_MAX_CONNECTIONS',
      'GROVE_MAX_CONNECTIONS_PER_CLIENT',
      'GROVE_MAX_STREAMS',
      'GROVE_MAX_WATCHES',
      'GROVE_MAX_WATCHES_PER_CLIENT',
    ],
    'memory and open files',
    'higher: fewer clients can exhaust them; lower: others are refused sooner',
  ],
  [
    ['GROVE_HEADER_TIMEOUT', 'GROVE_BODY_TIMEOUT'],
    'connections, from slow clients',
    'longer: fewer of them hold all; shorter: slow networks fail',
  ],
  [
    ['GROVE_SEARCH_TIMEOUT'],
    'the threads of searches',
    'longer: others wait for them; shorter: long searches fail',
  ],
];

/** Settings that nobody's safety depends on. */
export const OTHERS: readonly SettingName[] = [
  'PORT',
  'DATABASE_REPLICA_URL',
  'GROVE_LOG_FORMAT',
  'GROVE_NAME',
  'GROVE_PICTURE',
  'GROVE_SIGN_IN',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'GROVE_V1_DEPRECATION',
  'GROVE_V1_SUNSET',
  'GROVE_DRAIN_TIME',
  'GROVE_STOP_TIMEOUT',
];
