/** Holds the table of defaults in docs/security.md to the settings and to the files in `deploy`. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { valueAt } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';
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

const KEY = 'secrets.encryption-key.file: ${GROVE_ENCRYPTION_KEY_FILE:-/etc/grove/encryption-key}';
const DATABASE =
  'postgresql://grove:${POSTGRES_PASSWORD:?is needed}@postgresql/grove?sslmode=disable';

/** What a service of compose that Grove runs in sets. */
const ofGrove = (name: string, network: string) => [
  `services.${name}.read_only: true`,
  `services.${name}.cap_drop: [ALL]`,
  `services.${name}.environment.GROVE_TRUSTED_PROXIES: ${network}`,
];

/**
 * The defaults of `deploy` that the table names. In YAML, a path and its value; in any other file, a whole
 * line.
 */
const IN_DEPLOY: Readonly<Record<string, readonly string[]>> = {
  Containerfile: ['USER 1000:1000'],
  'compose.yaml': [
    ...ofGrove('grove', '172.30.98.0/24'),
    'services.grove.ports: [127.0.0.1:3000:3000]',
    KEY,
  ],
  'compose.postgresql.yaml': [
    ...ofGrove('grove-1', '172.30.99.0/24'),
    ...ofGrove('grove-2', '172.30.99.0/24'),
    'services.proxy.ports: [127.0.0.1:3000:3000]',
    KEY,
    `services.grove-1.environment.DATABASE_URL: ${DATABASE}`,
    `services.grove-2.environment.DATABASE_URL: ${DATABASE}`,
    'services.postgresql.image: postgres:15-bookworm',
  ],
  'systemd/grove.service': [
    'User=grove',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'LoadCredential=encryption-key:/etc/grove/encryption-key',
  ],
  'helm/grove/templates/statefulset.yaml': [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'drop: [ALL]',
    'automountServiceAccountToken: false',
  ],
  'helm/grove/values.yaml': [
    'service.type: ClusterIP',
    'ingress.enabled: false',
    "ingress.tlsSecretName: ''",
    'trustedProxies: []',
    'secrets.encryptionKey: { name: grove-keys, key: encryption-key }',
    "image.digest: ''",
    'networkPolicy.enabled: true',
    'networkPolicy.exceptIPv4: [169.254.0.0/16, 100.100.100.200/32, 168.63.129.16/32]',
    "networkPolicy.exceptIPv6: ['fe80::/10', 'fd00:ec2::254/128']",
    'networkPolicy.from: []',
    'networkPolicy.metricsFrom: []',
    'metrics.enabled: false',
    "backup.every: ''",
    "backup.claimName: ''",
    'resources.limits: { memory: 1Gi }',
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

/**
 * @returns a line for each setting that the table lacks, or does not have once, and each default that a
 *   file does not make.
 */
export function wrongDefaults(): string[] {
  const written = firstColumn('docs/security.md', 'Default').flatMap((cell) => cell.split(', '));
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !OTHERS.includes(name));
  const expected = names.map(setting);
  const missing = expected.filter((one) => written.filter((cell) => cell === one).length !== 1);
  const wrong = written.filter((one) => /^`[A-Z0-9_]+`/.test(one) && !expected.includes(one));
  const ofDeploy = Object.entries(IN_DEPLOY).flatMap(([file, made]) =>
    made
      .filter((one) => !isMade(`deploy/${file}`, one))
      .map((one) => `deploy/${file} lacks what docs/security.md says of it: ${one}`),
  );
  return [
    ...missing.map((one) => `docs/security.md: the table of defaults must have ${one} once`),
    ...wrong.map((one) => `docs/security.md: ${one} in the table of defaults is no default`),
    ...ofDeploy,
  ];
}

/** What a line sets: `timeout client` of `timeout client 60s`. */
const NAME = /^(?:timeout )?[\w.-]+/;

/** Whether the file makes the setting, and nowhere another one of its name. */
function isMade(path: string, given: string): boolean {
  const text = readFileSync(path, 'utf8');
  // Templates of the chart are no YAML before they are filled in.
  if (path.endsWith('.yaml') && !text.includes('{{')) {
    const [key = '', value = ''] = given.split(/: (.*)/s);
    // A name that stands twice is an error of YAML.
    const made = valueAt(parse(text, { merge: true }) as JsonObject, key);
    return isDeepStrictEqual(made, parse(value));
  }
  const lines = text.split('\n').map((line) => line.trim());
  const nameOf = (line: string) => NAME.exec(line)?.[0];
  const alike = lines.filter((line) => nameOf(line) === nameOf(given));
  return alike.length === 1 && alike[0] === given;
}
