/** What the defaults of the files in `deploy` protect, for the table in docs/security.md. */

/**
 * Where files of `deploy` make the default, and what the document calls it. In YAML, a path and its
 * value; in any other file, a whole line.
 */
type OfDeploy = readonly [
  made: readonly (readonly [file: string, setting: string])[],
  label: string,
  protects: string,
  cost: string,
];

const COMPOSE = 'compose.yaml';
const POSTGRESQL = 'compose.postgresql.yaml';
const UNIT = 'systemd/grove.service';
const CHART = 'helm/grove/values.yaml';
const PODS = 'helm/grove/templates/statefulset.yaml';
const KEY = 'secrets.encryption-key.file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}';
const DATABASE =
  'postgresql://grove:${POSTGRES_PASSWORD:?is needed}@postgresql/grove?sslmode=disable';

/** Each service of compose that Grove runs in. */
const SERVICES = [
  [COMPOSE, 'services.grove'],
  [POSTGRESQL, 'services.grove-1'],
  [POSTGRESQL, 'services.grove-2'],
] as const;

const ofServices = (setting: string) =>
  SERVICES.map(([file, service]) => [file, `${service}.${setting}`] as const);

export const OF_DEPLOY: readonly OfDeploy[] = [
  [
    [
      ['Containerfile', 'USER 1000:1000'],
      ...ofServices('read_only: true'),
      ...ofServices('cap_drop: [ALL]'),
      [UNIT, 'User=grove'],
      [UNIT, 'CapabilityBoundingSet='],
      [UNIT, 'ProtectSystem=strict'],
      [PODS, 'runAsNonRoot: true'],
      [PODS, 'readOnlyRootFilesystem: true'],
      [PODS, 'drop: [ALL]'],
      [PODS, 'automountServiceAccountToken: false'],
    ],
    'image, compose, unit, chart: not root, no capabilities, read-only programs, no token of the cluster',
    'the machine, from a flaw in Grove',
    'it reaches further',
  ],
  [
    [
      [COMPOSE, 'services.grove.ports: [127.0.0.1:3000:3000]'],
      [POSTGRESQL, 'services.proxy.ports: [127.0.0.1:3000:3000]'],
      ['haproxy/postgresql.cfg', 'bind 127.0.0.1:5432'],
      [CHART, 'service.type: ClusterIP'],
      [CHART, 'ingress.enabled: false'],
      [CHART, "ingress.tlsSecretName: ''"],
    ],
    'compose, haproxy for PostgreSQL: `127.0.0.1`; chart: `service.type` `ClusterIP`, `ingress.enabled` `false`, `ingress.tlsSecretName` unset',
    'ports, from others',
    'others reach them, unencrypted without a proxy or secret with TLS',
  ],
  [
    [
      [COMPOSE, 'services.grove.environment.GROVE_TRUSTED_PROXIES: 172.30.98.0/24'],
      [POSTGRESQL, 'services.grove-1.environment.GROVE_TRUSTED_PROXIES: 172.30.99.0/24'],
      [POSTGRESQL, 'services.grove-2.environment.GROVE_TRUSTED_PROXIES: 172.30.99.0/24'],
      [CHART, 'trustedProxies: []'],
    ],
    'compose: trusts its own network; chart: `trustedProxies` unset',
    "clients' addresses",
    'as above; unset behind an ingress: all clients share its limits',
  ],
  [
    [
      [COMPOSE, KEY],
      [POSTGRESQL, KEY],
      [UNIT, 'LoadCredential=encryption-key:/etc/grove/encryption-key'],
      [CHART, 'secrets.encryptionKey: { name: grove-keys, key: encryption-key }'],
    ],
    'compose, unit: `/etc/grove/encryption-key`; chart: `secrets.encryptionKey.name` `grove-keys`; both must exist',
    'keys, from whoever copies the volume',
    'without it, the copy is enough',
  ],
  [
    [
      [POSTGRESQL, `services.grove-1.environment.DATABASE_URL: ${DATABASE}`],
      [POSTGRESQL, `services.grove-2.environment.DATABASE_URL: ${DATABASE}`],
    ],
    'compose: `sslmode=disable` in a network of its own',
    'nothing',
    'database elsewhere: remove it, or rows cross the network unencrypted',
  ],
  [
    [
      [CHART, "image.digest: ''"],
      [POSTGRESQL, 'services.postgresql.image: postgres:15-bookworm'],
    ],
    'images: tags, until [`npm run pin`](../deploy/README.md#a-release); chart: `image.digest` unset',
    'nothing: whoever can push to the registry decides what runs',
    'each update names another digest',
  ],
  [
    [
      [CHART, 'networkPolicy.enabled: true'],
      [CHART, 'networkPolicy.exceptIPv4: [169.254.0.0/16, 100.100.100.200/32, 168.63.129.16/32]'],
      [CHART, "networkPolicy.exceptIPv6: ['fe80::/10', 'fd00:ec2::254/128']"],
    ],
    'chart: `networkPolicy.enabled` `true`, `exceptIPv4`, `exceptIPv6`',
    'addresses at which clouds hand out credentials; other ports of the pod',
    'Grove reaches the first, every pod the others',
  ],
  [
    [
      [CHART, 'networkPolicy.from: []'],
      [CHART, 'networkPolicy.metricsFrom: []'],
    ],
    'chart: `networkPolicy.from` (any pod), `metricsFrom` (the namespace)',
    'metrics',
    'name the namespace of the ingress: others are kept out',
  ],
  [
    [
      [CHART, 'metrics.enabled: false'],
      [CHART, "backup.every: ''"],
      [CHART, "backup.claimName: ''"],
    ],
    'chart: `metrics.enabled` `false`; `backup.every`, `backup.claimName` unset',
    'as above',
    'as above',
  ],
  [
    [[CHART, 'resources.limits: { memory: 1Gi }']],
    'chart: `resources.limits.memory` `1Gi`',
    'other pods of the node',
    'higher: Grove takes more from them',
  ],
  [
    [
      ['haproxy/haproxy.cfg', 'timeout http-request 20s'],
      ['haproxy/haproxy.cfg', 'timeout client 60s'],
      ['haproxy/haproxy.cfg', 'timeout queue 10s'],
      ['haproxy/one-machine.cfg', 'timeout http-request 20s'],
      ['nginx/grove.conf', 'client_header_timeout 20s;'],
    ],
    'haproxy, nginx: headers 20 s; haproxy: idle 60 s, queue 10 s',
    'connections, from slow clients',
    'longer: fewer of them hold all',
  ],
  [
    [['nginx/grove.conf', 'ssl_protocols TLSv1.2 TLSv1.3;']],
    'nginx: TLS 1.2 and 1.3',
    'requests on their way',
    'older: they can be read',
  ],
];
