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
import { perProcess } from '#lib/per-process.ts';
import {
  changeSecrets,
  encryptionKey,
  newSecret,
  rewrapSecrets,
  secrets,
  secretsWrappedWith,
  withNewEncryptionKey,
} from '#lib/secrets/secrets.ts';
import { parseWrappingKey } from '#lib/settings/wrapping-key.ts';

const read = perProcess('secrets');
let folder: string;

function forget(): void {
  for (const name of ['config', 'dataKey', 'secrets']) perProcess(name).take();
}

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'grove-secrets-')), 'data');
  process.env.GROVE_DATA_DIR = folder;
  forget();
});

afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
  delete process.env.GROVE_DATA_DIR;
  delete process.env.GROVE_ENCRYPTION_KEY;
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
  const { encryption, session } = changeSecrets(withNewEncryptionKey);
  expect(encryption.current).not.toBe(before.encryption.current);
  expect(Object.keys(encryption.keys)).toHaveLength(2);
  expect(session).toBe(before.session);
  expect(encryptionKey(before.encryption.current)).toEqual(
    before.encryption.keys[before.encryption.current],
  );
});

it('sees with its next use what another process has changed', () => {
  secrets();
  const mine = read.value;
  const after = changeSecrets((known) => ({
    ...withNewEncryptionKey(known),
    session: newSecret(),
  }));
  const { current, keys } = after.encryption;
  read.value = mine;
  expect(secrets()).toEqual(after);
  expect(encryptionKey(current)).toEqual(keys[current]);
  expect(encryptionKey('toString')).toBeUndefined();
});

it('looks at the file again at another access revision only', () => {
  const before = secrets('1');
  const mine = read.value;
  const after = changeSecrets((known) => ({ ...known, session: newSecret() }));
  read.value = mine;
  expect(secrets('1')).toBe(before);
  expect(secrets('2')).toEqual(after);
  read.value = mine;
  expect(secrets()).toEqual(after);
});

it('goes on with a key that was retired for what it has read already, and no other process does', () => {
  const { current, keys } = secrets().encryption;
  const next = changeSecrets(withNewEncryptionKey).encryption;
  changeSecrets((known) => ({
    ...known,
    encryption: {
      current: next.current,
      keys: { [next.current]: next.keys[next.current] ?? Buffer.alloc(0) },
    },
  }));
  expect(encryptionKey(current)).toEqual(keys[current]);
  forget();
  expect(encryptionKey(current)).toBeUndefined();
});

const text = () => readFileSync(join(folder, 'secrets.json'), 'utf8');
const restartWith = (key: string | undefined) => {
  if (key === undefined) delete process.env.GROVE_ENCRYPTION_KEY;
  else process.env.GROVE_ENCRYPTION_KEY = key;
  forget();
};
const [KEY, OTHER] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('hex')];

it('wraps the file with the key of the operator, without which nothing opens it', () => {
  restartWith(KEY);
  const first = secrets();
  const { id } = parseWrappingKey(KEY, 'KEY');
  expect(secretsWrappedWith()).toBe(id);
  for (const secret of [first.session, first.setup, first.pageToken.toString('base64url')]) {
    expect(text()).not.toContain(secret);
  }
  restartWith(KEY);
  expect(secrets()).toEqual(first);
  restartWith(undefined);
  expect(() => secrets()).toThrow(
    `secrets.json in ${folder} is wrapped with GROVE_ENCRYPTION_KEY ${id}; set it, or GROVE_ENCRYPTION_KEY_FILE`,
  );
  restartWith(OTHER);
  expect(() => secrets()).toThrow(`GROVE_ENCRYPTION_KEY ${id}, and the one given is`);
});

it('reads a file in the plain with a key as well, and wraps what it writes', () => {
  const plain = secrets();
  restartWith(KEY);
  expect(secrets()).toEqual(plain);
  expect(secretsWrappedWith()).toBeNull();
  expect(changeSecrets((known) => known)).toEqual(plain);
  expect(secretsWrappedWith()).toBe(parseWrappingKey(KEY, 'KEY').id);
});

it('takes another key, while a process that has the old one goes on', () => {
  restartWith(KEY);
  const first = secrets();
  rewrapSecrets(parseWrappingKey(OTHER, 'OTHER'));
  expect(secrets()).toEqual(first);
  restartWith(KEY);
  expect(() => secrets()).toThrow('and the one given is');
  restartWith(OTHER);
  expect(secrets()).toEqual(first);
  rewrapSecrets(undefined);
  restartWith(undefined);
  expect(secrets()).toEqual(first);
});

it('says so where a wrapped file was changed', () => {
  restartWith(KEY);
  secrets();
  const file = JSON.parse(text()) as { wrapped: Record<string, string> };
  for (const part of ['dataKey', 'text']) {
    const value = file.wrapped[part] ?? '';
    const wrapped = { ...file.wrapped, [part]: `${value.slice(0, -8)}AAAAAAAA` };
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ wrapped }));
    restartWith(KEY);
    expect(() => secrets()).toThrow(`secrets.json in ${folder} is damaged`);
  }
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
