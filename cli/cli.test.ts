import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groveHere, grove as run } from '../e2e/api/support/command-line.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-cli-'));
  const owner = ['--owner-email', 'grace@example.com'];
  await grove(['org', 'create', 'hopper', ...owner], {
    GROVE_OWNER_PASSWORD: 'correct horse battery',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command as people do. */
const spawned = (args: string[], env: Record<string, string> = {}, input = '') =>
  run(args, { GROVE_DATA_DIR: folder, ...env }, input);

/** Runs a command in this process, as the script of the container does. */
const grove = (args: string[], env: Record<string, string> = {}) =>
  groveHere(args, { GROVE_DATA_DIR: folder, npm_lifecycle_event: '', ...env });

describe('org create', () => {
  it('prints the organization and nothing else', async () => {
    const { out, err, code } = await spawned(
      ['org', 'create', 'acme', '--owner-email', 'Ada@Example.com', '--owner-password', '-'],
      {},
      'correct horse battery\n',
    );
    expect([err, code]).toEqual(['', 0]);
    expect(JSON.parse(out)).toMatchObject({
      group: { name: 'acme' },
      identity: { email: 'ada@example.com', claimMatch: { issuer: 'http://localhost:3000' } },
      roleBinding: { role: { name: 'owner' } },
    });
  });

  it('says in one line all that is wrong', async () => {
    const { out, err, code } = await grove(['org', 'create', 'NO!', '--owner-email', 'nobody'], {
      GROVE_OWNER_PASSWORD: 'short',
    });
    expect([out, code]).toEqual(['', 1]);
    expect(err).toMatch(/^grove: Invalid argument: name: .*; ownerEmail: .*; ownerPassword: .*\n$/);
  });
});

describe('token', () => {
  it('prints a token of the address that the installation is known by', async () => {
    const created = await grove(['org', 'create', 'initech', '--owner-email', 'b@example.com']);
    const { uid } = (JSON.parse(created.out) as { identity: { uid: string } }).identity;
    const { out, err, code } = await grove(['token', uid, '--ttl', '60s'], {
      GROVE_URL: 'https://grove.example.com',
    });
    expect([err, code]).toEqual(['', 0]);
    const [, payload = ''] = out.trim().split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      number
    >;
    expect(claims).toMatchObject({
      iss: 'https://grove.example.com',
      aud: 'https://grove.example.com',
      sub: uid,
    });
    expect((claims['exp'] ?? 0) - (claims['iat'] ?? 0)).toBe(60);
  });

  it('refuses an identity that is not there', async () => {
    const { out, err, code } = await grove(['token', 'nobody']);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toBe('grove: Not found: Identity nobody does not exist\n');
  });
});

describe('sessions limit', () => {
  it('sets and prints how long sessions of an organization last', async () => {
    const created = await grove(['org', 'create', 'umbrella', '--owner-email', 'u@example.com']);
    const { uid } = (JSON.parse(created.out) as { group: { uid: string } }).group;
    const limit = async (...args: string[]) => {
      const { out, err, code } = await grove(['sessions', 'limit', uid, ...args]);
      return code === 0 ? (JSON.parse(out) as unknown) : [code, err];
    };
    expect(await limit()).toEqual({ idle: '43200s', absolute: '2592000s' });
    expect(await limit('--absolute', '3600s')).toEqual({ idle: '3600s', absolute: '3600s' });
    expect(await limit('--idle', '600s')).toEqual({ idle: '600s', absolute: '3600s' });
    expect(await limit()).toEqual({ idle: '600s', absolute: '3600s' });
    expect(await limit('--idle', '2h')).toEqual([
      2,
      expect.stringContaining('--idle must be 60s to 3600s, not 2h') as string,
    ]);
  });
});

describe('policies', () => {
  it('prints what an organization asks for, and takes it away', async () => {
    const created = await grove(['org', 'create', 'wayne', '--owner-email', 'w@example.com']);
    const { uid } = (JSON.parse(created.out) as { group: { uid: string } }).group;
    const none = { secondFactor: 'SECOND_FACTOR_UNSPECIFIED', apiNetworks: [] };
    for (const command of ['show', 'clear']) {
      const { out, err } = await grove(['policies', command, uid]);
      expect(err).toBe('');
      expect(JSON.parse(out)).toMatchObject({ groupUid: uid, ...none });
    }
    const missing = await grove(['policies', 'clear', '0'.repeat(40)]);
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist') as string,
    });
    const below = await grove(['policies', 'show', `${uid}/${'0'.repeat(16)}`]);
    expect(below).toMatchObject({ code: 2, err: expect.stringContaining('root group') as string });
  });
});

describe('requests', () => {
  it('lists those of a group, and says what is wrong', async () => {
    const created = await grove(['org', 'create', 'oscorp', '--owner-email', 'osc@example.com']);
    const { uid } = (JSON.parse(created.out) as { group: { uid: string } }).group;
    const list = await grove(['requests', 'list', uid, '--state', 'PENDING']);
    expect(JSON.parse(list.out)).toEqual({ accessRequests: [] });
    for (const answer of ['approve', 'deny', 'end']) {
      const missing = await grove(['requests', answer, `${uid}/${'0'.repeat(16)}`]);
      expect(missing).toMatchObject({
        code: 1,
        err: expect.stringContaining('does not exist') as string,
      });
    }
  });
});

describe('domains', () => {
  it('lists what an organization claims, and says what is wrong', async () => {
    const created = await grove(['org', 'create', 'stark', '--owner-email', 's@example.com']);
    const { uid } = (JSON.parse(created.out) as { group: { uid: string } }).group;
    expect(JSON.parse((await grove(['domains', 'list', uid])).out)).toEqual({ domains: [] });
    const missing = await grove(['domains', 'release', uid, 'example.com']);
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist') as string,
    });
    const below = await grove(['domains', 'list', `${uid}/${'0'.repeat(16)}`]);
    expect(below).toMatchObject({ code: 2, err: expect.stringContaining('root group') as string });
  });
});

describe('sync repos', () => {
  async function makeGroup(name: string): Promise<string> {
    const created = await grove(['org', 'create', name, '--owner-email', 'i@example.com']);
    return (JSON.parse(created.out) as { group: { uid: string } }).group.uid;
  }

  const env = { GROVE_ALLOW_PRIVATE_REGISTRIES: '127.0.0.0/8,::1/128' };
  const sync = (...args: string[]) => grove(['sync', 'repos', ...args], env);

  it('says in one line what it cannot do', async () => {
    const group = await makeGroup('initrode');
    const nobody = 'http://127.0.0.1:9';
    expect(await sync(nobody)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--group is missing') as string,
    });
    expect(await sync('a', 'b', '--group', group)).toMatchObject({ code: 2 });
    expect(await sync('--group', group)).toMatchObject({
      code: 1,
      err: expect.stringContaining('url: is required') as string,
    });
    expect(await sync('http://registry.example.com', '--group', group)).toMatchObject({
      code: 1,
      err: expect.stringContaining('url: must be an https URL') as string,
    });
    expect(await sync('https://registry.example.com', '--group', '0'.repeat(40))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^grove: Not found: Group 0+ does not exist\n$/) as string,
    });
  }, 60_000);

  it('keeps to the registry that the group has', async () => {
    const group = await makeGroup('initech sync');
    const args = ['http://127.0.0.1:9/', '--group', group, '--interval', '3600s'];
    const failed = await spawned(['sync', 'repos', ...args], env);
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/^(?:127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED.*\n)+$/);
    expect(failed.out).toContain('failed: http://127.0.0.1:9/v2/_catalog cannot be reached');
    const other = await sync('http://127.0.0.1:10', '--group', group);
    expect(other).toMatchObject({
      out: '',
      code: 1,
      err: expect.stringContaining('another registry source, http://127.0.0.1:9;') as string,
    });
  }, 60_000);
});

describe('import advisories', () => {
  const fixtures = 'lib/import/advisories/fixtures';
  let group: string;

  beforeAll(async () => {
    const created = await grove(['org', 'create', 'hooli', '--owner-email', 'h@example.com']);
    group = (JSON.parse(created.out) as { group: { uid: string } }).group.uid;
  });

  it('takes in what it can and says what it cannot', async () => {
    const paths = [`${fixtures}/osv-go`, `${fixtures}/kinds.yaml`];
    const command = ['import', 'advisories', ...paths, '--group', group];
    const preview = await spawned([...command, '--dry-run']);
    const lines = preview.out.trimEnd().split('\n');
    expect([preview.err, preview.code, lines.length]).toEqual(['', 3, 10]);
    expect(lines.at(-2)).toMatch(/ warning: is required of an affected product$/);
    expect(lines[0]).toMatch(/^FILE +RECORD +FIELD +REASON$/);
    expect(lines[1]).toMatch(
      /^lib\/import\/advisories\/fixtures\/kinds\.yaml:\d+ +CGA-not-native +id +must be CGA-/,
    );
    const counts = /^created (\d+), updated 0, unchanged 0, rejected 7$/;
    expect(lines.at(-1)).toMatch(/^would have created \d+, .* rejected 7; nothing is written$/);
    const first = await grove(command);
    const created = counts.exec(first.out.trimEnd().split('\n').at(-1) ?? '')?.[1];
    expect([first.err, first.code, created]).toEqual(['', 3, expect.any(String)]);
    const second = await grove([...command.slice(0, 3), '--group', group, '--json']);
    expect([second.err, second.code]).toEqual(['', 0]);
    expect(JSON.parse(second.out)).toMatchObject({ created: 0, updated: 0, rejected: 0 });
  }, 30_000);

  it.each([
    [['nowhere'], 'grove: nowhere is not there, or cannot be read\n'],
    [
      ['docs/decisions'],
      /^grove: docs\/decisions holds no advisory: of no known extension are docs\/de/,
    ],
    [['package.json', '--group', 'x'], /^grove: Invalid argument: group: must be 40 hex/],
  ])('refuses %j', async (args, message) => {
    const { out, err, code } = await grove(['import', 'advisories', '--group', group, ...args]);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toMatch(message);
  });
});

describe('passwords reset', () => {
  it('prints the link and nothing else', async () => {
    const { out, err, code } = await grove(['passwords', 'reset', 'grace@example.com'], {
      GROVE_URL: 'https://grove.example.com',
    });
    expect([err, code]).toEqual(['', 0]);
    expect(out).toMatch(
      /^https:\/\/grove\.example\.com\/reset-password#grove-reset-[0-9a-f]{16}\.[\w-]{43}\n$/,
    );
  });

  it('refuses an address without an account', async () => {
    const { out, err, code } = await grove(['passwords', 'reset', 'h@example.com']);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toBe('grove: Not found: Account h@example.com does not exist\n');
  });
});

describe('identities block and unblock', () => {
  it('print the identity, and keep the last owner', async () => {
    const created = await grove(['org', 'create', 'blockers', '--owner-email', 'c@example.com']);
    const { uid } = (JSON.parse(created.out) as { identity: { uid: string } }).identity;
    const refused = await grove(['identities', 'block', uid, '--reason', 'left']);
    expect([refused.out, refused.code]).toEqual(['', 1]);
    expect(refused.err).toContain('would have no owner');
    const unblocked = await grove(['identities', 'unblock', uid]);
    expect([unblocked.err, unblocked.code]).toEqual(['', 0]);
    expect(JSON.parse(unblocked.out)).toMatchObject({ uid });
    const wrong = await grove(['identities', 'block', 'x']);
    expect([wrong.out, wrong.code]).toEqual(['', 1]);
  });
});

it('removes second factors', async () => {
  const { out, err, code } = await grove(['factors', 'remove', 'Grace@example.com']);
  expect([err, code]).toEqual(['', 0]);
  const nothing = {
    email: 'grace@example.com',
    authenticatorApps: [],
    passkeys: [],
    recoveryCodes: 0,
  };
  expect(JSON.parse(out)).toEqual(nothing);
});

it('rotates keys', async () => {
  const { out, code } = await grove(['keys', 'rotate']);
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out) as object)).toEqual([
    'replaced',
    'signingKey',
    'encryptionKey',
  ]);
});

it.each([[[]], [['help']], [['token', '--help']]])('helps: %j', async (args) => {
  const { out, code } = await grove(args);
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: grove COMMAND\n\n  org create/);
});

it('helps by the name that it was called by', async () => {
  const { out } = await grove(['help'], { npm_lifecycle_event: 'grove' });
  expect(out).toMatch(/^Usage: npm run -s grove -- COMMAND\n\n  org create/);
  const { err } = await grove(['token'], { npm_lifecycle_event: 'grove' });
  expect(err).toBe('grove: IDENTITY_UID is missing; see: npm run -s grove -- help\n');
});

it('prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { out, code } = await grove(['--version']);
  expect([out, code]).toEqual([`${version}\n`, 0]);
});

it.each([
  [['frobnicate'], 'unknown command frobnicate'],
  [['token'], 'IDENTITY_UID is missing'],
  [['token', 'a', 'b'], 'unexpected argument b'],
  [['keys', 'revoke'], 'KID is missing'],
  [['passwords', 'reset'], 'EMAIL is missing'],
  [['factors', 'remove'], 'EMAIL is missing'],
  [['keys', 'rewrap'], 'either --new-key-file or --unwrap is needed'],
  [['token', 'a', '--ttl', '5'], '--ttl must be 1s to 86400s, not 5'],
  [['org', 'create', 'a'], '--owner-email is missing'],
  [['import', 'advisories', '--group', 'a'], 'PATH is missing'],
  [['import', 'advisories', 'a'], '--group is missing'],
  [['org', 'create', 'a', '--colour'], "Unknown option '--colour'"],
])('answers %j with how it is used', async (args, message) => {
  const { out, err, code } = await grove(args);
  expect([out, code]).toEqual(['', 2]);
  expect(err).toBe(`grove: ${message}; see: grove help\n`);
});

it.each([
  [{ DATABASE_URL: 'mysql://db/grove' }, /^grove: DATABASE_URL must name a SQLite file.*\n$/],
  [
    { DATABASE_URL: 'file:package.json' },
    /^grove: the database .* cannot be used: file is not a d.*\n$/,
  ],
  [{ DATABASE_URL: 'postgres:/x' }, /^grove: DATABASE_URL lacks the two slashes after .*\n$/],
  [
    { GROVE_DATA_DIR: 'package.json' },
    /^grove: the d.* cannot be used: .* not a folder; set GROVE_DATA_DIR to a place .* may write\n$/,
  ],
  [
    { GROVE_DATA_DIR: '/proc/grove' },
    /^grove: the d.* cannot be used: .*; set GROVE_DATA_DIR to a place .* may write\n$/,
  ],
  [
    { DATABASE_URL: 'file:/proc/grove/grove.db' },
    /^grove: the database .* cannot be used: .*; set DATABASE_URL to a place .* may write\n$/,
  ],
  [{ GROVE_ENCRYPTION_KEY: 'hunter2' }, /^grove: GROVE_ENCRYPTION_KEY must be 32 random b.*\n$/],
])('says in one line what the operator has to put right: %j', async (env, message) => {
  const { out, err, code } = await grove(['keys', 'rotate'], env);
  expect([out, code]).toEqual(['', 1]);
  expect(err).toMatch(message);
});

it('says in one line that it cannot reach PostgreSQL', async () => {
  // The program decides for an engine when it is loaded.
  const { out, err, code } = await spawned(['keys', 'rotate'], {
    DATABASE_URL: 'postgresql://grove:hunter2@127.0.0.1:1/grove',
  });
  expect([out, code]).toEqual(['', 1]);
  expect(err).toMatch(
    /^grove: the database 127\.0\.0\.1\/grove cannot be used: connect ECONNREFUSED [^\n]*\n$/,
  );
});

describe('limits', () => {
  it('sets, shows and takes away how much a group may hold', async () => {
    const created = await grove(['org', 'create', 'limited', '--owner-email', 'l@example.com']);
    const { uid } = (JSON.parse(created.out) as { group: { uid: string } }).group;
    const set = await grove(['limits', 'set', uid, 'identities=5', 'repos=0']);
    expect([set.err, set.code]).toEqual(['', 0]);
    const identities = { group: uid, limit: 'identities', most: 5, used: 1 };
    expect(JSON.parse(set.out)).toEqual([
      identities,
      { group: uid, limit: 'repos', most: 0, used: 0 },
    ]);
    const unset = await grove(['limits', 'unset', uid, 'repos']);
    expect(JSON.parse(unset.out)).toEqual([identities]);
    expect((await grove(['limits', 'show', uid])).out).toBe(unset.out);
    expect(JSON.parse((await grove(['limits', 'unset', uid])).out)).toEqual([]);
  });

  it.each([
    [['set'], 'GROUP_UID is missing'],
    [['set', '0'.repeat(40)], 'LIMIT=N is missing'],
    [['set', '0'.repeat(40), 'identities=-1'], 'a limit is set as identities=200'],
    [['set', '0'.repeat(40), 'repos=2147483648'], 'a limit is set as identities=200'],
    [['set', '0'.repeat(40), 'tags=1'], 'there is no limit tags'],
    [['show', '0'.repeat(40), 'repos'], 'unexpected argument repos'],
  ])('refuses %j', async (args, message) => {
    const { out, err, code } = await grove(['limits', ...args]);
    expect([out, code]).toEqual(['', 2]);
    expect(err).toContain(message);
  });
});
