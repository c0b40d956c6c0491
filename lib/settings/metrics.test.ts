import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readMetrics } from './metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-metrics-'));

afterAll(() => rmSync(folder, { recursive: true }));

it('lets nobody read them unless set', () => {
  expect(readMetrics(settingsOf({}, folder))).toBeUndefined();
  expect(readMetrics(settingsOf({ GROVE_METRICS_HOST: '0.0.0.0' }, folder))).toBeUndefined();
});

it('takes a port, on this machine unless set, and a token', () => {
  writeFileSync(join(folder, 'token'), 'a-token-of-some-length\n');
  const env = { GROVE_METRICS_PORT: '9464', GROVE_METRICS_TOKEN_FILE: 'token' };
  expect(readMetrics(settingsOf(env, folder))).toEqual({
    listen: { host: '127.0.0.1', port: 9464 },
    token: 'a-token-of-some-length',
  });
});

it('refuses what it cannot use, and repeats no token', () => {
  writeFileSync(join(folder, 'short'), 'hunter2');
  const read = (env: Record<string, string>) => () => readMetrics(settingsOf(env, folder));
  expect(read({ GROVE_METRICS_PORT: '0' })).toThrow('must be a number from 1 to 65535, not "0"');
  expect(read({ GROVE_METRICS_TOKEN_FILE: 'nowhere' })).toThrow('cannot be read');
  expect(read({ GROVE_METRICS_TOKEN_FILE: 'short' })).toThrow(/^(?!.*hunter2).*at least 16/);
});
