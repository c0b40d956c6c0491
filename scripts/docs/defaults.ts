/** Holds the table of defaults in docs/security.md to the settings and to the files in `deploy`. */
import { readFileSync } from 'node:fs';
import { SETTINGS, standardOf } from '#lib/settings/declared.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import { code, firstColumn } from './tables.ts';

/** Settings that nobody's safety depends on. */
const OTHERS: readonly SettingName[] = [
  'PORT',
  'DATABASE_REPLICA_URL',
  'GROVE_LOG_FORMAT',
  'GROVE_NAME',
  'GROVE_PICTURE',
  'GROVE_SIGN_IN',
  'GROVE_OWNER_PASSWORD',
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

/** The texts that make the defaults of `deploy` which the table names. */
const IN_DEPLOY: Readonly<Record<string, readonly string[]>> = {
  Containerfile: ['USER 1000:1000'],
  'compose.yaml': [
    'read_only: true\n    tmpfs:\n      - /tmp\n    cap_drop:\n      - ALL',
    '- 127.0.0.1:3000:3000',
    'GROVE_TRUSTED_PROXIES: 172.30.98.0/24',
    'file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}',
  ],
  'compose.postgresql.yaml': [
    'read_only: true\n  tmpfs:\n    - /tmp\n  cap_drop:\n    - ALL',
    '- 127.0.0.1:3000:3000',
    'GROVE_TRUSTED_PROXIES: 172.30.99.0/24',
    'file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}',
    'sslmode=disable',
    'image: postgres:15-bookworm',
  ],
  'systemd/grove.service': [
    'User=grove',
    'CapabilityBoundingSet=\n',
    'ProtectSystem=strict',
    'LoadCredential=encryption-key:/etc/grove/encryption-key',
  ],
  'helm/grove/templates/statefulset.yaml': [
    'readOnlyRootFilesystem: true',
    'drop: [ALL]',
    'automountServiceAccountToken: false',
  ],
  'helm/grove/values.yaml': [
    'type: ClusterIP',
    'ingress:\n  enabled: false',
    "tlsSecretName: ''",
    'trustedProxies: []',
    'encryptionKey: { name: grove-keys, key: encryption-key }',
    "digest: ''",
    'networkPolicy:\n',
    '  enabled: true\n  # Who may reach the API',
    'exceptIPv4: [169.254.0.0/16, 100.100.100.200/32, 168.63.129.16/32]',
    "exceptIPv6: ['fe80::/10', 'fd00:ec2::254/128']",
    '  from: []',
    '  metricsFrom: []',
    'metrics:\n  # Needs secrets.metricsToken.\n  enabled: false',
    "backup:\n  # How often the server makes backups, such as 6h; never unless set.\n  every: ''",
    "claimName: ''",
    'limits: { memory: 1Gi }',
  ],
  'haproxy/postgresql.cfg': ['bind 127.0.0.1:5432'],
  'haproxy/haproxy.cfg': ['timeout http-request 20s', 'timeout client 60s', 'timeout queue 10s'],
  'haproxy/one-machine.cfg': ['timeout http-request 20s'],
  'nginx/grove.conf': ['client_header_timeout 20s;', 'ssl_protocols TLSv1.2 TLSv1.3;'],
};

/** `NAME` and its default. */
function setting(name: SettingName): string {
  const standard = standardOf(name);
  return standard === undefined ? code(name) : `${code(name)} ${code(standard)}`;
}

/** @returns a line for each setting that the table lacks or has wrongly, and each text that a file lacks. */
export function wrongDefaults(): string[] {
  const written = firstColumn('docs/security.md', 'Default').flatMap((cell) => cell.split(', '));
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !OTHERS.includes(name));
  const expected = names.map(setting);
  const missing = expected.filter((one) => !written.includes(one));
  const wrong = written.filter((one) => /^`[A-Z0-9_]+`/.test(one) && !expected.includes(one));
  const ofDeploy = Object.entries(IN_DEPLOY).flatMap(([file, texts]) => {
    const content = readFileSync(`deploy/${file}`, 'utf8');
    const lacking = texts.filter((text) => !content.includes(text));
    return lacking.map((text) => `deploy/${file} lacks what docs/security.md says of it: ${text}`);
  });
  return [
    ...missing.map((one) => `docs/security.md: the table of defaults lacks ${one}`),
    ...wrong.map((one) => `docs/security.md: ${one} in the table of defaults is no default`),
    ...ofDeploy,
  ];
}
