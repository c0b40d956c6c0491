// @module-tag sqlite
/** The files in `deploy` use the names that the program knows. */
import { Ajv } from 'ajv';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { startBackups, stopBackups } from '#lib/backup/schedule.ts';
import { networks } from '#lib/net/networks.ts';
import { HAPROXY } from '../../../scripts/lib/test-programs.mjs';
import { startHaproxy } from '../../support/haproxy.ts';
import { startGrove } from '../harness.ts';
import type { TestGrove } from '../harness.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TOKEN = 'a-token-of-some-length';
const CHART = 'deploy/helm/grove';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));

describe('alerts and dashboard', () => {
  let grove: TestGrove;
  let folder: string;
  /** The names of all samples that the program serves. */
  let served: Set<string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grove-deploy-'));
    writeFileSync(join(folder, 'token'), TOKEN);
    writeFileSync(join(folder, 'passphrase'), 'a passphrase for backups');
    grove = await startGrove({
      GROVE_METRICS_TOKEN_FILE: join(folder, 'token'),
      // Metrics of backups exist if the server makes backups.
      GROVE_BACKUP_EVERY: '1d',
      GROVE_BACKUP_PASSPHRASE_FILE: join(folder, 'passphrase'),
    });
    startBackups();
    // Requests are measured from the first read of the metrics on.
    await grove.get('/metrics', { token: TOKEN });
    await grove.get('/healthz');
    const { text } = await grove.get('/metrics', { token: TOKEN });
    served = new Set([...text.matchAll(/^(\w+)(?:\{.*\})? \S+$/gm)].map(([, name = '']) => name));
  });

  afterAll(async () => {
    await stopBackups();
    await grove.stop();
    rmSync(folder, { recursive: true });
  });

  /** The metrics of an expression in PromQL. */
  const metricsOf = (expression: string) =>
    expression.match(/\b(?:grove|process|nodejs)_\w+/g) ?? [];

  function unknownIn(expressions: string[]): string[] {
    expect(expressions.length).toBeGreaterThan(0);
    expect(expressions.flatMap(metricsOf).length).toBeGreaterThanOrEqual(expressions.length - 1);
    return expressions.flatMap(metricsOf).filter((name) => !served.has(name));
  }

  it('names metrics in alerts that are served', () => {
    const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    // `up` is Prometheus' own.
    expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('names metrics in the dashboard that are served, and shows each of its own', () => {
    const { panels } = JSON.parse(read('deploy/grafana/grove.json')) as {
      panels: { id: number; title: string; targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(unknownIn(expressions)).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const shown = new Set(expressions.flatMap(metricsOf));
    const own = [...served].filter((name) => name.startsWith('grove_'));
    const hidden = ['grove_build_info', 'grove_request_duration_seconds_sum'];
    expect(own.filter((name) => !shown.has(name) && !hidden.includes(name))).toEqual([]);
  });
});

describe('settings', () => {
  const program = ['lib', 'server.ts']
    .flatMap((path) => (path === 'lib' ? files(path) : [path]))
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .map(read)
    .join('\n');

  it.each(files('deploy'))('in %s are those of the program', (path) => {
    const names = read(path).match(/\bGROVE_[A-Z0-9_]+\b/g) ?? [];
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });

  /** The file of a key is named after the variable of the key itself. */
  function isSetting(name: string): boolean {
    return program.includes(name) || program.includes(name.replace(/_FILE$/, ''));
  }
});

const COMPOSED = ['deploy/compose.yaml', 'deploy/compose.postgresql.yaml'];

interface Service {
  image: string;
  stop_grace_period: string;
  environment: Record<string, string>;
  healthcheck: { test: string[] };
  ports?: string[];
  secrets: string[];
  volumes: string[];
}

/** The services of the image that the Containerfile makes. */
function grovesOf(path: string): Record<string, Service> {
  const { services } = parse(read(path), { merge: true }) as { services: Record<string, Service> };
  return Object.fromEntries(Object.entries(services).filter(([, { image }]) => image === 'grove'));
}

describe('the container', () => {
  const lines = read('deploy/Containerfile').split('\n');

  it('copies what exists', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((source) => !source.startsWith('--'));
    expect(copied.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    const ignored = read('deploy/Containerfile.dockerignore').split('\n');
    expect(copied.filter((source) => !ignored.some((line) => isBelow(source, line)))).toEqual([]);
  });

  const isBelow = (source: string, line: string) =>
    line.startsWith('!') && `${source}/`.startsWith(`${line.slice(1)}/`);

  it('keeps the packages that the server and the command line load', () => {
    const [, packages = ''] =
      /rm -rf (node_modules[^&]*)&&/.exec(read('deploy/Containerfile')) ?? [];
    const removed = [...packages.matchAll(/node_modules\/([\w-]+)(?=[ \n])/g)].map(
      ([, name]) => name,
    );
    expect(removed).toContain('geist');
    const program = ['lib', 'cli']
      .flatMap(files)
      .filter((path) => path.endsWith('.ts') && !path.includes('generated'));
    const texts = [...program, 'server.ts'].map(read);
    const loaded = removed.filter((name) => texts.some((text) => text.includes(`from '${name}`)));
    expect(loaded).toEqual([]);
  });

  it('has the Node.js that Grove was tried with', () => {
    const [, version = ''] = /VERSION = '([\d.]+)'/.exec(read('scripts/lib/node.mjs')) ?? [];
    const named = lines.find((line) => line.startsWith('ARG NODE='))?.split('@')[0];
    expect(named).toBe(`ARG NODE=${version}-bookworm-slim`);
  });

  it('has more time to stop than the server takes', () => {
    const unit = /TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/grove.service'))?.[1];
    const groves = COMPOSED.flatMap((path) => Object.values(grovesOf(path)));
    expect(groves).toHaveLength(3);
    const seconds = groves.map(({ stop_grace_period: time }) => parseInt(time));
    for (const time of [...seconds, Number(unit)]) expect(time).toBeGreaterThan(5 + 25);
  });
});

describe.each(COMPOSED)('%s', (path) => {
  const groves = Object.values(grovesOf(path));

  it('checks health as the image does, which podman builds without a check', () => {
    const [, check = ''] = /^HEALTHCHECK .* CMD (.*)$/m.exec(read('deploy/Containerfile')) ?? [];
    for (const { healthcheck } of groves) {
      expect(healthcheck.test).toEqual(['CMD', ...(JSON.parse(check) as string[])]);
    }
  });

  it('has no variable with an empty default or reason, which podman-compose 1.0.3 leaves as it is', () => {
    expect(read(path).match(/\$\{\w+:?[-?]\}/)).toBeNull();
  });

  it('trusts proxies of its own network, whose address is fixed', () => {
    const { networks: named } = parse(read(path)) as {
      networks: { default: { ipam: { config: { subnet: string }[] } } };
    };
    const subnets = named.default.ipam.config.map(({ subnet }) => subnet);
    for (const { environment } of groves) {
      expect([environment['GROVE_TRUSTED_PROXIES']]).toEqual(subnets);
    }
  });
});

describe('the keys in the data folder', () => {
  const inFile = (mounted: string) => ({ GROVE_ENCRYPTION_KEY_FILE: `${mounted}/encryption-key` });

  it.each(COMPOSED)('are wrapped in %s, and metrics are served to nobody', (path) => {
    const { secrets } = parse(read(path)) as { secrets: Record<string, { file: string }> };
    expect(Object.keys(secrets)).toEqual(['encryption-key']);
    for (const { environment, secrets: mounted, ports = [] } of Object.values(grovesOf(path))) {
      expect(environment).toMatchObject(inFile('/run/secrets'));
      expect(mounted).toEqual(['encryption-key']);
      expect(Object.keys(environment).filter((name) => name.includes('METRICS'))).toEqual([]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('are wrapped by the unit', () => {
    const lines = read('deploy/systemd/grove.service').split('\n');
    expect(lines).toContain('LoadCredential=encryption-key:/etc/grove/encryption-key');
    expect(lines).toContain('Environment=GROVE_ENCRYPTION_KEY_FILE=%d/encryption-key');
  });

  it('are wrapped by the chart', () => {
    const { secrets } = parse(read(`${CHART}/values.yaml`)) as {
      secrets: { encryptionKey: { name: string } };
    };
    expect(secrets.encryptionKey.name).toBe('grove-keys');
  });
});

describe('two Groves on PostgreSQL', () => {
  const proxy = 'deploy/haproxy/haproxy.cfg';
  const onOneMachine = 'deploy/haproxy/one-machine.cfg';

  it('share their keys and their database', () => {
    const groves = Object.values(grovesOf('deploy/compose.postgresql.yaml'));
    for (const { environment, volumes } of groves) {
      expect(environment['DATABASE_URL']).toBe(
        'postgresql://grove:${POSTGRES_PASSWORD:?is needed}@postgresql/grove?sslmode=disable',
      );
      expect(volumes).toEqual(['keys:/data']);
    }
  });

  it('are those that the proxy knows, at the port that they have', () => {
    const servers = read(proxy).matchAll(/^ {2}server (\S+) (\S+) /gm);
    const known = new Set([...servers].map(([, name, address]) => `${name} ${address}`));
    const groves = Object.keys(grovesOf('deploy/compose.postgresql.yaml'));
    expect([...known]).toEqual(groves.map((name) => `${name} ${name}:3000`));
  });

  it.each([proxy, onOneMachine])('are protected from slow clients by %s', (path) => {
    const times = [...read(path).matchAll(/^ {2}timeout ([\w-]+) (\d+)s$/gm)];
    const seconds = Object.fromEntries(times.map(([, name, value]) => [name, Number(value)]));
    expect(seconds).toEqual({
      connect: 2,
      'http-request': 20,
      'http-keep-alive': 10,
      client: 60,
      server: 60,
      'client-fin': 10,
      'server-fin': 10,
      queue: 10,
      tunnel: 60,
      check: 5,
    });
  });

  it.skipIf(!existsSync(HAPROXY))('have a proxy whose settings haproxy takes', () => {
    const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', join(ROOT, proxy)], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });

  it.skipIf(!existsSync(HAPROXY))(
    'have a proxy that answers as the API while none is ready',
    async () => {
      const away = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      onTestFinished(() => void away.close());
      await once(away, 'listening');
      const { port } = away.address() as AddressInfo;
      const haproxy = await startHaproxy({ away: `127.0.0.1:${port}` }, 503);
      const answer = await fetch(`http://127.0.0.1:${haproxy.port}/iam/v2beta1/groups`);
      await haproxy.stop();
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ code: 14 });
      const [line = ''] = /^ {2}http-error .*$/m.exec(read(onOneMachine)) ?? [];
      expect(read(proxy)).toContain(line);
    },
  );
});

describe('the chart', () => {
  const values = parse(read(`${CHART}/values.yaml`)) as Record<string, unknown>;
  const templates = files(`${CHART}/templates`);

  it('has values that its schema allows, and no others', () => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(read(`${CHART}/values.schema.json`)) as object,
    );
    expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...values, unknown: 2 })).toBe(false);
  });

  it('has several pods only with a database and keys that they share', () => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(read(`${CHART}/values.schema.json`)) as object,
    );
    const databaseUrl = { name: 'grove-database', key: 'url' };
    const storage = { ...(values['storage'] as object), sharedClaimName: 'grove-keys' };
    const two = { ...values, replicas: 2 };
    expect(validate(two)).toBe(false);
    expect(validate({ ...two, databaseUrl })).toBe(false);
    expect(validate({ ...two, storage })).toBe(false);
    expect(validate({ ...two, databaseUrl, storage })).toBe(true);
    expect(validate({ ...values, databaseUrl })).toBe(true);
  });

  it('serves metrics only with a token', () => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(read(`${CHART}/values.schema.json`)) as object,
    );
    const secrets = values['secrets'] as object;
    const metrics = { ...(values['metrics'] as object), enabled: true };
    const metricsToken = { name: 'grove-metrics', key: 'token' };
    expect(values['metrics']).toMatchObject({ enabled: false });
    expect(validate({ ...values, metrics })).toBe(false);
    expect(validate({ ...values, metrics, secrets: { ...secrets, metricsToken } })).toBe(true);
  });

  it('takes an image by its digest', () => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(read(`${CHART}/values.schema.json`)) as object,
    );
    const image = values['image'] as object;
    const digest = `sha256:${'a'.repeat(64)}`;
    expect(validate({ ...values, image: { ...image, digest } })).toBe(true);
    expect(validate({ ...values, image: { ...image, digest: 'sha256:a' } })).toBe(false);
  });

  it('has a policy of networks that is on, and sends nothing to addresses of credentials', () => {
    const { networkPolicy } = values as {
      networkPolicy: { enabled: boolean; exceptIPv4: string[]; exceptIPv6: string[] };
    };
    expect(networkPolicy.enabled).toBe(true);
    const { exceptIPv4, exceptIPv6 } = networkPolicy;
    const blocked = networks([...exceptIPv4, ...exceptIPv6]);
    for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254']) {
      expect(blocked.has(address)).toBe(true);
    }
  });

  it.each(templates)('uses in %s only values and templates that exist', (path) => {
    const text = read(path);
    const used = [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => valueAt(name) === undefined)).toEqual([]);
    const defined = templates.flatMap((file) => read(file).match(/(?<=define ")[^"]+/g) ?? []);
    const included = text.match(/(?<=include ")[^"]+/g) ?? [];
    expect(included.filter((name) => !defined.includes(name))).toEqual([]);
  });

  it.each(templates)('inserts in %s texts in quotes, and numbers as such', (path) => {
    const inserted = read(path).match(/(?<=: )\{\{[^}]*\}\}$/gm) ?? [];
    const isPlain = (value: string) =>
      !/ \| (?:quote|int64) \}\}$|^\{\{ (?:include|add) /.test(value);
    expect(inserted.filter(isPlain)).toEqual([]);
  });

  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], values);

  it('has the version of the program', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  });
});

it.each(files('deploy').filter((path) => path.endsWith('.yaml') && !path.includes('/templates/')))(
  '%s is YAML without a key twice',
  (path) => {
    expect(parseDocument(read(path)).errors).toEqual([]);
  },
);
