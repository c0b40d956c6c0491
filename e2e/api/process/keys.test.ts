// @module-tag many-runs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyOwnToken } from '#lib/auth/tokens/own-tokens.ts';
import { config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { readPrivateFile } from '#lib/secrets/private-files.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { protectKeys } from '#lib/service/keys/encryption-keys.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { runs } from '../../support/random.ts';
import { closeInspected, rowsIn } from '../support/database.ts';
import { groveHere } from '../support/command-line.ts';
import type { Outcome } from '../support/command-line.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const [CRASHES, MOST_CRASHES] = [runs(2), runs(40)];
const CLIENT_SECRET = 'the secret of a client';
const [KEY, OTHER] = [
  Buffer.alloc(32, 1).toString('base64'),
  Buffer.alloc(32, 2).toString('base64'),
];

let server: ServerProcess;
let provider: string;
let owner: string;

/** Starts Grove on the data folder, with this process's environment, and waits for its end. */
async function serve(env: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, [...process.execArgv, 'server.ts'], {
    env: { ...process.env, ...env },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { out, err, code: child.exitCode };
}

async function printed(args: string[]): Promise<Record<string, unknown>> {
  const { out, err, code } = await groveHere(args);
  expect([err, code]).toEqual(['', 0]);
  return JSON.parse(out) as Record<string, unknown>;
}

/** The state of a process that has just started. */
async function forget(): Promise<void> {
  await closeDatabase();
  for (const name of ['config', 'secrets', 'keys', 'dataKey']) perProcess(name).take();
}

const ask = (path: string, token = server.token) =>
  fetch(`http://${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } });

async function statusOf(token = server.token): Promise<number> {
  const response = await ask('/auth/v1/me', token);
  await response.text();
  return response.status;
}

/** A token of the owner, whom each key of the folder may have signed. */
async function newToken(): Promise<string> {
  return (await groveHere(['token', owner])).out.trim();
}

async function storedSecret(): Promise<string> {
  const { clientSecret } = await rowsIn('IdentityProvider').findOnly({ where: { uid: provider } });
  return clientSecret ?? '';
}

const inFolder = (name: string) => join(config().dataDir, name);
const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);

beforeAll(async () => {
  server = await newServerProcess();
  await server.start();
  const made = await fetch(
    `http://${server.address}/iam/v2beta1/identityProviders/${server.rootUid}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'sso',
        oidc: { issuer: 'https://sso.example.com', clientId: 'grove', clientSecret: CLIENT_SECRET },
      }),
    },
  );
  provider = ((await made.json()) as { uid: string }).uid;
  owner = decodeJwt(server.token).sub ?? '';
});

// A test may revoke the key of its token.
beforeEach(async () => {
  server.token = await newToken();
});

afterEach(forget);

afterAll(() => server.remove());

describe('beside a running server', () => {
  it('refuses a revoked key from the next request on', async () => {
    expect(await statusOf()).toBe(200);
    const stolen = kidOf(server.token);
    const { signingKey } = await printed(['keys', 'revoke', stolen]);
    expect(await statusOf()).toBe(401);
    const published = (await (await ask('/.well-known/jwks.json')).json()) as {
      keys: { kid: string }[];
    };
    const kids = published.keys.map(({ kid }) => kid);
    expect([kids.includes(String(signingKey)), kids.includes(stolen)]).toEqual([true, false]);
    const { err, code } = await groveHere(['keys', 'revoke', stolen]);
    expect([err, code]).toEqual([`grove: Not found: Signing key ${stolen} does not exist\n`, 1]);
    expect(await statusOf(await newToken())).toBe(200);
  });

  it('encrypts stored values with a new key and deletes the old one', async () => {
    const before = { ...secrets(), stored: await storedSecret() };
    const rotated = await printed(['keys', 'rotate']);
    expect(rotated).toEqual({
      signingKey: expect.any(String) as string,
      encryptionKey: expect.any(String) as string,
      replaced: ['signing', 'encryption', 'session', 'page-token', 'setup'],
    });
    await forget();
    const after = secrets();
    expect(Object.keys(after.encryption.keys)).toEqual([rotated['encryptionKey']]);
    for (const name of ['session', 'pageToken', 'setup'] as const)
      expect(after[name]).not.toEqual(before[name]);
    expect(await storedSecret()).not.toBe(before.stored);
    expect(decryptSecret(await storedSecret(), provider)).toBe(CLIENT_SECRET);
    expect(() => decryptSecret(before.stored, provider)).toThrow(/is missing in secrets\.json/);
    // The server uses the new keys, and accepts tokens of the replaced signing key.
    expect(await statusOf()).toBe(200);
    const page = `/iam/v2beta1/groups?page_size=1`;
    expect((await ask(page)).status).toBe(200);
  });

  it('replaces only the key of page tokens if asked', async () => {
    const before = secrets();
    for (const name of ['a', 'b'])
      await printed(['org', 'create', `paged ${name}`, '--owner-email', `${name}@example.com`]);
    const path = '/iam/v2beta1/roles?page_size=1';
    const { nextPageToken } = (await (await ask(path)).json()) as { nextPageToken: string };
    expect((await ask(`${path}&page_token=${nextPageToken}`)).status).toBe(200);
    expect(await printed(['keys', 'rotate', '--only', 'page-token'])).toEqual({
      replaced: ['page-token'],
    });
    expect((await ask(`${path}&page_token=${nextPageToken}`)).status).toBe(400);
    const after = secrets();
    expect(after.session).toBe(before.session);
    expect(after.encryption).toEqual(before.encryption);
    expect((await groveHere(['keys', 'rotate', '--only', 'everything'])).code).toBe(2);
  });

  it('lists the keys', async () => {
    const { signingKey } = await printed(['keys', 'rotate', '--only', 'signing']);
    const { signingKeys, ...others } = await printed(['keys', 'list']);
    expect(signingKeys).toEqual(
      expect.arrayContaining([
        { kid: signingKey, state: 'CURRENT' },
        { kid: kidOf(server.token), state: 'RETIRED', verifiesUntil: expect.any(String) as string },
      ]),
    );
    expect(others).toEqual({ encryptionKey: secrets().encryption.current, wrappedWith: null });
  });
});

it('leaves everything readable when a rotation is killed at any moment', async () => {
  const script = 'e2e/api/support/rotate-keys.ts';
  let unfinished = 0;
  // Some kills must come in the middle of a rotation.
  for (let crash = 0; crash < CRASHES || unfinished === 0; crash += 1) {
    expect(crash).toBeLessThan(MOST_CRASHES);
    const child = spawn(process.execPath, [...process.execArgv, script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await wait(Math.random() * 60);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await forget();
    // Readable as the crash left it, and after the next start has completed the rotation.
    expect(decryptSecret(await storedSecret(), provider)).toBe(CLIENT_SECRET);
    if (Object.keys(secrets().encryption.keys).length > 1) unfinished += 1;
    expect(await verifyOwnToken(server.token)).toBeTruthy();
    await protectKeys();
    await forget();
    expect(Object.keys(secrets().encryption.keys)).toHaveLength(1);
    expect(decryptSecret(await storedSecret(), provider)).toBe(CLIENT_SECRET);
    expect(await statusOf()).toBe(200);
  }
});

it('removes partial files of a killed process, unless another one may still write them', async () => {
  const names = ['secrets.json', 'signing-keys.json'].map(
    (file) => `${file}.123.${crypto.randomUUID()}`,
  );
  for (const name of names) writeFileSync(inFolder(name), 'half a key');
  utimesSync(inFolder(names[0] ?? ''), new Date(), new Date(Date.now() - 120_000));
  await protectKeys();
  const left = readdirSync(config().dataDir).filter((name) => names.includes(name));
  expect(left).toEqual([names[1]]);
  rmSync(inFolder(names[1] ?? ''));
});

describe('GROVE_ENCRYPTION_KEY', () => {
  afterEach(() => {
    delete process.env.GROVE_ENCRYPTION_KEY;
    delete process.env.GROVE_ENCRYPTION_KEY_FILE;
  });

  /** The keys of the folder as an earlier version wrote them, with neither file encrypted. */
  async function asBefore(): Promise<void> {
    await forget();
    await protectKeys();
    const [encrypted, plain] = [
      readPrivateFile('signing-keys.json') ?? '',
      readPrivateFile('secrets.json') ?? '',
    ];
    const { encrypted: body } = JSON.parse(encrypted) as { encrypted: string };
    writeFileSync(inFolder('signing-keys.json'), decryptSecret(body, 'signing-keys.json'));
    const stored = JSON.parse(plain) as { encryption: { keys: Record<string, string> } };
    stored.encryption.keys['0badcafe'] = Buffer.alloc(32, 9).toString('base64url');
    writeFileSync(inFolder('secrets.json'), JSON.stringify(stored));
    await forget();
  }

  const wholeFolder = () =>
    ['secrets.json', 'signing-keys.json']
      .map((name) => readFileSync(inFolder(name), 'utf8'))
      .join();

  async function expectWrappedAtTheStart(): Promise<void> {
    const { session, encryption, setup } = secrets();
    const key = encryption.keys[encryption.current]?.toString('base64url') ?? '';
    const { d } = (
      JSON.parse(readFileSync(inFolder('signing-keys.json'), 'utf8')) as {
        keys: { jwk: { d: string } }[];
      }
    ).keys[0]?.jwk ?? { d: '' };
    const secretTexts = [session, setup, key, d];
    for (const secret of secretTexts) expect(wholeFolder()).toContain(secret);
    await server.end('SIGTERM');
    process.env.GROVE_ENCRYPTION_KEY = KEY;
    await server.start();
    for (const secret of secretTexts) expect(wholeFolder()).not.toContain(secret);
    expect(await statusOf()).toBe(200);
    await forget();
    expect(secrets().session).toBe(session);
    expect(Object.keys(secrets().encryption.keys)).toEqual([encryption.current]);
    expect(decryptSecret(await storedSecret(), provider)).toBe(CLIENT_SECRET);
    for (const name of ['secrets.json', 'signing-keys.json']) {
      expect(statSync(inFolder(name)).mode & 0o777).toBe(0o600);
    }
  }

  async function expectRequestedInOneLine(): Promise<void> {
    const { wrappedWith } = await printed(['keys', 'list']);
    const where = `grove: secrets.json in ${config().dataDir} is wrapped with GROVE_ENCRYPTION_KEY ${String(wrappedWith)}`;
    for (const [key, rest] of [
      ['', '; set it, or GROVE_ENCRYPTION_KEY_FILE\n'],
      [OTHER, /^, and the one given is [0-9a-f]{8}\n$/],
    ] as const) {
      const env = { GROVE_ENCRYPTION_KEY: key };
      for (const { out, err, code } of [await groveHere(['keys', 'list'], env), await serve(env)]) {
        expect([out, code, err.slice(0, where.length)]).toEqual(['', 1, where]);
        expect(err.slice(where.length)).toMatch(rest);
      }
    }
  }

  async function expectNeededForACopy(): Promise<void> {
    // A process that closes a file loses all its locks on it, and SQLite needs its locks.
    await closeInspected();
    const copy = mkdtempSync(join(tmpdir(), 'grove-copy-'));
    cpSync(config().dataDir, copy, { recursive: true });
    const { code, err } = await groveHere(['keys', 'list'], {
      GROVE_DATA_DIR: copy,
      GROVE_ENCRYPTION_KEY: '',
    });
    rmSync(copy, { recursive: true });
    expect([code, err]).toEqual([1, expect.stringContaining('is wrapped with') as string]);
  }

  async function expectChangedWhileServing(): Promise<void> {
    const file = join(mkdtempSync(join(tmpdir(), 'grove-key-')), 'key');
    writeFileSync(file, `${OTHER}\n`);
    const before = await printed(['keys', 'list']);
    const { wrappedWith } = await printed(['keys', 'rewrap', '--new-key-file', file]);
    expect(wrappedWith).not.toBe(before['wrappedWith']);
    expect(await statusOf()).toBe(200);
    expect((await groveHere(['keys', 'list'])).code).toBe(1);
    process.env.GROVE_ENCRYPTION_KEY = '';
    process.env.GROVE_ENCRYPTION_KEY_FILE = file;
    await printed(['keys', 'revoke', kidOf(server.token)]);
    expect(await statusOf()).toBe(401);
    await server.end('SIGTERM');
    await server.start();
    const published = (await (await ask('/.well-known/jwks.json')).json()) as { keys: unknown[] };
    expect(published.keys.length).toBeGreaterThan(0);
    expect(await printed(['keys', 'rewrap', '--unwrap'])).toEqual({ wrappedWith: null });
    delete process.env.GROVE_ENCRYPTION_KEY_FILE;
    expect(await printed(['keys', 'list'])).toMatchObject({ wrappedWith: null });
    rmSync(join(file, '..'), { recursive: true });
    expect((await groveHere(['keys', 'rewrap'])).code).toBe(2);
    // The other tests need a server without this key.
    await server.end('SIGTERM');
    await server.start();
  }

  it('wraps the keys of an earlier version’s folder, which then needs it, and is changed', async () => {
    await asBefore();
    await expectWrappedAtTheStart();
    await expectRequestedInOneLine();
    await expectNeededForACopy();
    await expectChangedWhileServing();
  });
});
