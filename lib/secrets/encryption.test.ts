import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSecrets, withNewEncryptionKey } from '#lib/secrets/secrets.ts';
import { decryptSecret, encryptionKeyId, encryptSecret, renewEncryption } from './encryption.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-encryption-'));
  process.env.GROVE_DATA_DIR = folder;
});

afterAll(() => rmSync(folder, { recursive: true }));

it('decrypts for its owner only', () => {
  const encrypted = encryptSecret('hunter2 🔑', 'a/b');
  expect(encrypted).not.toContain('hunter2');
  expect(encryptSecret('hunter2 🔑', 'a/b')).not.toBe(encrypted);
  expect(decryptSecret(encrypted, 'a/b')).toBe('hunter2 🔑');
  expect(() => decryptSecret(encrypted, 'a/c')).toThrow(/authenticate/);
});

it('refuses what was changed, cut or is of a missing key', () => {
  const encrypted = encryptSecret('hunter2', 'a');
  const [id = '', body = ''] = encrypted.split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const text = `${id}.${changed.toString('base64url')}`;
    expect(() => decryptSecret(text, 'a')).toThrow(/authenticate/);
  }
  expect(() => decryptSecret(`${id}.${body.slice(0, 20)}`, 'a')).toThrow(/tag/);
  expect(() => decryptSecret(`00000000.${body}`, 'a')).toThrow(
    'the database has secrets encrypted with the key 00000000, which is missing in secrets.json of ',
  );
});

it('decrypts what an earlier key encrypted', () => {
  const encrypted = encryptSecret('hunter2', 'a');
  const id = changeSecrets(withNewEncryptionKey).encryption.current;
  expect(encryptionKeyId(encrypted)).not.toBe(id);
  expect(decryptSecret(encrypted, 'a')).toBe('hunter2');
  expect(encryptSecret('hunter2', 'a').startsWith(`${id}.`)).toBe(true);
});

it('encrypts with the current key what another one encrypted', () => {
  const encrypted = encryptSecret('hunter2', 'a');
  expect(renewEncryption(encrypted, 'a')).toBe(encrypted);
  const id = changeSecrets(withNewEncryptionKey).encryption.current;
  const renewed = renewEncryption(encrypted, 'a');
  expect(encryptionKeyId(renewed)).toBe(id);
  expect(decryptSecret(renewed, 'a')).toBe('hunter2');
  expect(() => renewEncryption(encrypted, 'b')).toThrow(/authenticate/);
});
