import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsOf } from './declared.ts';
import { readWrappingKey } from '#lib/settings/wrapping-key.ts';

const BYTES = Buffer.alloc(32, 0xfe);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-wrapping-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: Record<string, string>) =>
  readWrappingKey(settingsOf(env, folder), join(folder, 'data'));

it('takes 32 bytes as base64, base64url or hex, and knows them by the same id', () => {
  const texts = (['base64', 'base64url', 'hex'] as const).map((form) => BYTES.toString(form));
  const keys = texts.map((text) => read({ GROVE_ENCRYPTION_KEY: `${text}\n` }));
  expect(keys.map((key) => key?.bytes)).toEqual([BYTES, BYTES, BYTES]);
  expect(new Set(keys.map((key) => key?.id)).size).toBe(1);
  expect(read({})).toBeUndefined();
  expect(read({ GROVE_ENCRYPTION_KEY: '', GROVE_ENCRYPTION_KEY_FILE: '' })).toBeUndefined();
});

it('reads it from a file, which must not be where its locks are', () => {
  writeFileSync(join(folder, 'key'), `${BYTES.toString('base64')}\n`);
  expect(read({ GROVE_ENCRYPTION_KEY_FILE: 'key' })?.bytes).toEqual(BYTES);
  expect(() => read({ GROVE_ENCRYPTION_KEY_FILE: 'data/key' })).toThrow(
    'GROVE_ENCRYPTION_KEY_FILE must not be in the data folder, whose keys it wraps',
  );
  expect(() => read({ GROVE_ENCRYPTION_KEY_FILE: 'nothing' })).toThrow(/nothing cannot be read$/);
});

it('takes one of the two settings only', () => {
  const env = { GROVE_ENCRYPTION_KEY: BYTES.toString('hex'), GROVE_ENCRYPTION_KEY_FILE: 'key' };
  expect(() => read(env)).toThrow('must not be set both');
});

it.each([
  'hunter2',
  'a'.repeat(44),
  BYTES.toString('hex').slice(2),
  BYTES.toString('base64url') + 'A=',
])('refuses %s without repeating it', (text) => {
  let message = '';
  try {
    read({ GROVE_ENCRYPTION_KEY: text });
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(/^GROVE_ENCRYPTION_KEY must be 32 random bytes as base64 or hex/);
  expect(message).not.toContain(text);
});
