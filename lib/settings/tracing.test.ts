import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readReceiverTrust, readTracing } from './tracing.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

it.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' },
  { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
])('exports nothing with %j', (env) => {
  expect(readTracing(settingsOf(env, '/'))).toBeUndefined();
});

it.each([
  [{}, { isParentBased: true, part: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, { isParentBased: false, part: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, { isParentBased: true, part: 0 }],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, { isParentBased: false, part: 1 }],
  [
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
    { isParentBased: true, part: 0.05 },
  ],
] as const)('samples with %j as %j', (env, sampling) => {
  expect(readTracing(settingsOf({ ...ENDPOINT, ...env }, '/'))).toMatchObject(sampling);
});

it('can export spans to a receiver of their own', () => {
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/otlp' };
  expect(readTracing(settingsOf(env, '/'))).toBeDefined();
});

it('refuses what it cannot use, and repeats no password', () => {
  const read = (env: Record<string, string>) => () =>
    readTracing(settingsOf({ ...ENDPOINT, ...env }, '/'));
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://u:hunter2@host' })).toThrow(
    /^(?!.*hunter2)OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address/,
  );
  expect(read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('must be http/protobuf');
  expect(read({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow(
    'always_off, traceidratio, parentbased_always_on',
  );
  const ratio = { OTEL_TRACES_SAMPLER: 'traceidratio' };
  expect(read({ ...ratio, OTEL_TRACES_SAMPLER_ARG: '1.1' })).toThrow('from 0 to 1, not "1.1"');
  expect(read({ ...ratio, OTEL_TRACES_SAMPLER_ARG: 'half' })).toThrow('from 0 to 1, not "half"');
});

it('reads the certificates of the receiver, and says which it cannot read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-tracing-'));
  const [general, own] = [join(folder, 'general.pem'), join(folder, 'own.pem')];
  writeFileSync(general, 'general');
  writeFileSync(own, 'own');
  const env = { OTEL_EXPORTER_OTLP_CERTIFICATE: general, OTEL_EXPORTER_OTLP_CLIENT_KEY: general };
  const both = { ...env, OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: own };
  expect(readReceiverTrust(both)).toEqual({ ca: Buffer.from('own'), key: Buffer.from('general') });
  expect(readReceiverTrust({})).toEqual({});
  rmSync(folder, { recursive: true });
  expect(() => readReceiverTrust(env)).toThrow(
    `OTEL_EXPORTER_OTLP_CERTIFICATE: ${general} cannot be read`,
  );
});
