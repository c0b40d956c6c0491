import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { perProcess } from '#lib/per-process.ts';
import {
  MAX_TOKEN_TTL_S,
  publicJwks,
  renewKeyEncryption,
  revokeKey,
  rotateKeys,
  signingKey,
  verifyingKey,
} from './keys.ts';

const read = perProcess('keys');
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-keys-'));
  file = join(folder, 'signing-keys.json');
  process.env.GROVE_DATA_DIR = folder;
  for (const name of ['config', 'keys', 'secrets']) perProcess(name).take();
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const kids = async () => (await publicJwks()).keys.map(({ kid }) => kid);

it('makes a key on first use that only the operator may read', async () => {
  const { kid } = await signingKey();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { keys } = await publicJwks();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kid, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
  expect(keys[0]).not.toHaveProperty('d');
  expect(await calculateJwkThumbprint(keys[0] ?? {})).toBe(kid);
});

it('rotates, and publishes the old key until its last token has expired', async () => {
  const { kid: old } = await signingKey();
  const rotated = Date.now();
  const { kid } = await rotateKeys(rotated);
  expect((await signingKey()).kid).toBe(kid);
  expect(await kids()).toEqual([kid, old]);
  expect(await verifyingKey(old)).toBeDefined();
  vi.useFakeTimers({ now: rotated + MAX_TOKEN_TTL_S * 1000 - 1, toFake: ['Date'] });
  expect(await verifyingKey(old)).toBeDefined();
  vi.setSystemTime(rotated + MAX_TOKEN_TTL_S * 1000);
  expect(await kids()).toEqual([kid]);
  expect(await verifyingKey(old)).toBeUndefined();
});

it('sees at once a key that another process made', async () => {
  const { kid: old } = await signingKey();
  const text = readFileSync(file, 'utf8');
  const { kid } = await rotateKeys();
  const rotated = readFileSync(file, 'utf8');
  // Restores the state of a server that read the file before the rotation.
  writeFileSync(file, text);
  read.take();
  expect((await signingKey()).kid).toBe(old);
  writeFileSync(file, rotated);
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  expect(await verifyingKey(kid)).toBeDefined();
  expect((await signingKey()).kid).toBe(kid);
});

it('sees with its next use what another process did to the keys', async () => {
  const { kid: old } = await signingKey();
  const mine = read.value;
  await rotateKeys();
  const { kid } = await revokeKey(old);
  read.value = mine;
  expect(await verifyingKey(old)).toBeUndefined();
  expect((await signingKey()).kid).toBe(kid);
});

it('replaces a current key that is revoked, and keeps the others', async () => {
  const { kid: first } = await signingKey();
  const { kid: second } = await rotateKeys();
  const { kid: third } = await revokeKey(second);
  expect(await kids()).toEqual([third, first]);
  expect(await verifyingKey(second)).toBeUndefined();
  expect(await revokeKey(first)).toEqual({ kid: third });
  expect(await kids()).toEqual([third]);
  await expect(revokeKey(first)).rejects.toThrow(`Signing key ${first} does not exist`);
});

it('keeps the keys encrypted, and opens the file of a version that did not', async () => {
  const { kid } = await signingKey();
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['encrypted']);
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  writeFileSync(file, JSON.stringify({ keys: [{ kid: 'plain', jwk, retired: null }] }));
  expect((await signingKey()).kid).toBe('plain');
  expect(await verifyingKey(kid)).toBeUndefined();
  await renewKeyEncryption();
  expect(readFileSync(file, 'utf8')).not.toContain(String(jwk.d));
  read.take();
  expect(await exportJWK((await verifyingKey('plain')) ?? privateKey)).toEqual(
    await exportJWK(publicKey),
  );
});

it('says that the file is damaged', async () => {
  for (const text of ['', '{}', '{"keys":[]}', '{"keys":[{"kid":"x"}]}']) {
    writeFileSync(file, text);
    read.take();
    await expect(signingKey()).rejects.toThrow(`signing-keys.json in ${folder} is damaged`);
  }
});

it('is agreed on by processes that start at once', async () => {
  const script = `const { signingKey } = await import('#lib/auth/tokens/keys.ts');
    console.log((await signingKey()).kid)`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const printed = await Promise.all([run(), run(), run()]);
  expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
});
