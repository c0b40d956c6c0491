/** What the defaults of the files in `deploy` protect, for the table in docs/security.md. */

/** The texts in files of `deploy` that make the default, and what the document calls it. */
type OfDeploy = readonly [
  made: readonly (readonly [file: string, text: string])[],
  label: string,
  protects: string,
  cost: string,
];

const COMPOSE = 'compose.yaml';
const POSTGRESQL = 'compose.postgresql.yaml';
const UNIT = 'systemd/grove.service';
const CHART = 'helm/grove/values.yaml';
const PODS = 'helm/grove/templates/statefulset.yaml';
const LOOPBACK = '- 127.0.0.1:3000:3000';

export const OF_DEPLOY: readonly OfDeploy[] = [
  [
    [
      ['Containerfile', 'USER 1000:1000'],
      [COMPOSE, 'read_only: true\n    tmpfs:\n      - /tmp\n    cap_drop:\n      - ALL'],
      [POSTGRESQL, 'read_only: true\n  tmpfs:\n    - /tmp\n  cap_drop:\n    - ALL'],
      [UNIT, 'User=grove'],
      [UNIT, 'CapabilityBoundingSet=\n'],
      [UNIT, 'ProtectSystem=strict'],
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
      [COMPOSE, LOOPBACK],
      [POSTGRESQL, LOOPBACK],
      ['haproxy/postgresql.cfg', 'bind 127.0.0.1:5432'],
      [CHART, 'type: ClusterIP'],
      [CHART, 'ingress:\n  enabled: false'],
      [CHART, "tlsSecretName: ''"],
    ],
    'compose, haproxy for PostgreSQL: `127.0.0.1`; chart: `service.type` `ClusterIP`, `ingress.enabled` `false`, `ingress.tlsSecretName` unset',
    'ports, from others',
    'others reach them, unencrypted without a proxy or secret with TLS',
  ],
  [
    [
      [COMPOSE, 'GROVE_TRUSTED_PROXIES: 172.30.98.0/24'],
      [POSTGRESQL, 'GROVE_TRUSTED_PROXIES: 172.30.99.0/24'],
      [CHART, 'trustedProxies: []'],
    ],
    'compose: trusts its own network; chart: `trustedProxies` unset',
    "clients' addresses",
    'as above; unset behind an ingress: all clients share its limits',
  ],
  [
    [
      [COMPOSE, 'file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}'],
      [POSTGRESQL, 'file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}'],
      [UNIT, 'LoadCredential=encryption-key:/etc/grove/encryption-key'],
      [CHART, 'encryptionKey: { name: grove-keys, key: encryption-key }'],
    ],
    'compose, unit: `/etc/grove/encryption-key`; chart: `secrets.encryptionKey.name` `grove-keys`; both must exist',
    'keys, from whoever copies the volume',
    'without it, the copy is enough',
  ],
  [
    [[POSTGRESQL, 'sslmode=disable']],
    'compose: `sslmode=disable` in a network of its own',
    'nothing',
    'database elsewhere: remove it, or rows cross the network unencrypted',
  ],
  [
    [
      [CHART, "digest: ''"],
      [POSTGRESQL, 'image: postgres:15-bookworm'],
    ],
    'images: tags, until [`npm run pin`](../deploy/README.md#a-release); chart: `image.digest` unset',
    'nothing: whoever can push to the registry decides what runs',
    'each update names another digest',
  ],
  [
    [
      [CHART, 'networkPolicy:\n'],
      [CHART, '  enabled: true\n  # Who may reach the API'],
      [CHART, 'exceptIPv4: [169.254.0.0/16, 100.100.100.200/32, 168.63.129.16/32]'],
      [CHART, "exceptIPv6: ['fe80::/10', 'fd00:ec2::254/128']"],
    ],
    'chart: `networkPolicy.enabled` `true`, `exceptIPv4`, `exceptIPv6`',
    'addresses at which clouds hand out credentials; other ports of the pod',
    'Grove reaches the first, every pod the others',
  ],
  [
    [
      [CHART, '  from: []'],
      [CHART, '  metricsFrom: []'],
    ],
    'chart: `networkPolicy.from` (any pod), `metricsFrom` (the namespace)',
    'metrics',
    'name the namespace of the ingress: others are kept out',
  ],
  [
    [
      [CHART, 'metrics:\n  # Needs secrets.metricsToken.\n  enabled: false'],
      [
        CHART,
        "backup:\n  # How often the server makes backups, such as 6h; never unless set.\n  every: ''",
      ],
      [CHART, "claimName: ''"],
    ],
    'chart: `metrics.enabled` `false`; `backup.every`, `backup.claimName` unset',
    'as above',
    'as above',
  ],
  [
    [[CHART, 'limits: { memory: 1Gi }']],
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
