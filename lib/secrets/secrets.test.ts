import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encryptionKey, rotateEncryptionKey, secrets } from '#lib/secrets/secrets.ts';

const shared = globalThis as { groveConfig?: unknown; groveSecrets?: unknown };
let folder: string;

function forget(): void {
  delete shared.groveConfig;
  delete shared.groveSecrets;
}

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'grove-secrets-')), 'data');
  process.env.GROVE_DATA_DIR = folder;
  forget();
});

afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
  delete process.env.GROVE_DATA_DIR;
  forget();
});

it('makes secrets once, for the operator only', () => {
  const first = secrets();
  expect(first.pageToken).toHaveLength(32);
  expect(first.session).not.toBe(first.setup);
  expect(encryptionKey(first.encryption.current)).toHaveLength(32);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
  forget();
  expect(secrets()).toEqual(first);
});

it('takes back access that others were given', () => {
  secrets();
  chmodSync(join(folder, 'secrets.json'), 0o644);
  forget();
  secrets();
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
});

it('keeps older encryption keys when a new one is added', () => {
  const before = secrets();
  const id = rotateEncryptionKey();
  expect(secrets().encryption.current).toBe(id);
  expect(secrets().session).toBe(before.session);
  expect(encryptionKey(before.encryption.current)).toEqual(
    before.encryption.keys[before.encryption.current],
  );
});

it('finds a key that another process has added since', () => {
  const before = secrets();
  const id = rotateEncryptionKey();
  const after = secrets();
  shared.groveSecrets = before;
  expect(encryptionKey(id)).toEqual(after.encryption.keys[id]);
  expect(encryptionKey('toString')).toBeUndefined();
});

it('is the same for processes that start at once', async () => {
  const script = `import('#lib/secrets/secrets.ts').then(({ secrets }) => console.log(secrets().session))`;
  const flags = [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    '-e',
    script,
  ];
  const runs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, flags));
  const outputs = await Promise.all(runs);
  expect(new Set(outputs.map(({ stdout }) => stdout.trim())).size).toBe(1);
});

it.each(['', '{}', '{"session":'])('says so when the file is damaged: %j', (text) => {
  secrets();
  writeFileSync(join(folder, 'secrets.json'), text);
  forget();
  expect(() => secrets()).toThrow(`secrets.json in ${folder} is damaged`);
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(text);
});
