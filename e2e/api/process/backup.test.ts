// @module-tag many-runs
// @module-tag sqlite
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { randomly, runs } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { writeUntilGone } from '../support/crash-writers.ts';
import type { Ledger } from '../support/crash-writers.ts';
import { findingsOfFile } from '../support/crash-findings.ts';
import { begin, grove as run, groveHere, SOUND } from '../support/command-line.ts';
import { newServerProcess } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const KEY = Buffer.alloc(32, 7).toString('hex');
const PASSPHRASE = 'correct horse battery staple';

let server: ServerProcess;
let folder: string;
let nth = 0;

beforeAll(async () => {
  server = await newServerProcess();
  folder = mkdtempSync(join(tmpdir(), 'grove-backup-'));
  writeFileSync(at('passphrase'), `${PASSPHRASE}\n`);
});

afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const fresh = () => at(`data-${(nth += 1)}`);
const ASKED = ['--passphrase-file', '-'];
const locked = () => ['--passphrase-file', at('passphrase')];

const begun = (args: string[], dataDir: string) =>
  begin([...args, ...ASKED], { GROVE_DATA_DIR: dataDir }, PASSPHRASE);

const restored = (file: string, dataDir: string) =>
  groveHere(['restore', file, ...locked()], { GROVE_DATA_DIR: dataDir });

const verified = async (dataDir: string) =>
  (await groveHere(['verify'], { GROVE_DATA_DIR: dataDir })).out;

async function backedUp(name: string): Promise<string> {
  const { err, code } = await groveHere(['backup', at(name), ...locked()]);
  expect([err, code]).toEqual(['', 0]);
  return at(name);
}

describe('a backup', () => {
  it('of a server that is written to all the time is of one moment', async () => {
    await server.start();
    const ledger: Ledger = { known: new Map(), acknowledged: [] };
    const target = { ...server, url: `http://${server.address}` };
    const writers = Promise.all(Array.from({ length: 4 }, () => writeUntilGone(target, ledger)));
    await until(() => expect(ledger.acknowledged.length).toBeGreaterThan(50));
    const before = [...ledger.acknowledged];
    const file = at('live.tar.gz');
    expect(await run(['backup', file, ...ASKED], {}, PASSPHRASE)).toMatchObject({
      err: '',
      code: 0,
    });
    await server.end('SIGKILL');
    await writers;
    expect(ledger.acknowledged.length).toBeGreaterThan(before.length);
    const dataDir = fresh();
    expect(await restored(file, dataDir)).toMatchObject({ err: '', code: 0 });
    const database = new Database(join(dataDir, 'grove.db'), { readonly: true });
    // The backup may have later writes, each as the audit log has it.
    expect(findingsOfFile(database, { known: new Map(), acknowledged: before })).toEqual([]);
    database.close();
    expect(await verified(dataDir)).toBe(SOUND.out);
    expect(readdirSync(folder).filter((name) => /copy|partial/.test(name))).toEqual([]);
  });

  it('contains the keys, so that earlier tokens and secrets work', async () => {
    const dataDir = fresh();
    await restored(await backedUp('keys.tar.gz'), dataDir);
    const { sub = '' } = decodeJwt(server.token);
    const listed = async (dir: string) =>
      (await groveHere(['keys', 'list'], { GROVE_DATA_DIR: dir })).out;
    expect(await listed(dataDir)).toBe(await listed(process.env['GROVE_DATA_DIR'] ?? ''));
    expect((await groveHere(['token', sub], { GROVE_DATA_DIR: dataDir })).code).toBe(0);
    const record = await groveHere(['audit', 'verify'], { GROVE_DATA_DIR: dataDir });
    expect(record.code).toBe(0);
    expect(JSON.parse(record.out)).toContainEqual(
      expect.objectContaining({ group: sub.slice(0, 40), problems: [] }),
    );
  });

  it('shows none of the keys to whoever has the file', async () => {
    const content = gunzipSync(readFileSync(await backedUp('closed.tar.gz'))).toString('latin1');
    const secrets = readFileSync(join(process.env['GROVE_DATA_DIR'] ?? '', 'secrets.json'), 'utf8');
    const keys = secrets.match(/[\w-]{43}/g) ?? [];
    expect(keys.length).toBe(4);
    for (const key of keys) expect(content).not.toContain(key);
  });

  it('may be locked with GROVE_ENCRYPTION_KEY, which then wraps the restored keys', async () => {
    const env = { GROVE_DATA_DIR: fresh(), GROVE_ENCRYPTION_KEY: KEY };
    await groveHere(['org', 'create', 'acme', '--owner-email', 'ada@example.com'], env);
    const file = at('wrapped.tar.gz');
    expect(await groveHere(['backup', file], env)).toMatchObject({ err: '', code: 0 });
    const dataDir = fresh();
    const other = { GROVE_ENCRYPTION_KEY: KEY.replace('07', '08') };
    const refused = await groveHere(['restore', file], { ...other, GROVE_DATA_DIR: dataDir });
    expect(refused.err).toMatch(/^grove: \S+ needs GROVE_ENCRYPTION_KEY [0-9a-f]{8}\n$/);
    expect(existsSync(dataDir)).toBe(false);
    expect((await groveHere(['restore', file], { ...env, GROVE_DATA_DIR: dataDir })).code).toBe(0);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain('"wrapped"');
    expect((await groveHere(['verify'], { ...env, GROVE_DATA_DIR: dataDir })).out).toBe(SOUND.out);
  });

  it('is refused without a passphrase or key, and if the file exists', async () => {
    const open = await groveHere(['backup', at('open.tar.gz')]);
    expect([open.code, existsSync(at('open.tar.gz'))]).toEqual([1, false]);
    expect(open.err).toMatch(/^grove: a backup holds keys, so it needs a passphrase: .*\n$/);
    writeFileSync(at('mine'), 'mine');
    const { err } = await groveHere(['backup', at('mine'), ...locked()]);
    expect(err).toBe(`grove: ${at('mine')} exists already\n`);
    expect(readFileSync(at('mine'), 'utf8')).toBe('mine');
  });
});

describe('a restore', () => {
  let file: string;
  let bytes: Buffer;

  beforeAll(async () => {
    file = await backedUp('good.tar.gz');
    bytes = readFileSync(file);
  });

  async function refusal(content: Uint8Array): Promise<string> {
    const [broken, dataDir] = [at('broken.tar.gz'), fresh()];
    writeFileSync(broken, content);
    const { out, err, code } = await restored(broken, dataDir);
    expect([out, code, existsSync(dataDir)]).toEqual(['', 1, false]);
    expect(err.trimEnd()).not.toContain('\n');
    return err.replace(broken, 'FILE');
  }

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('{"kind": "grove-backup"}')],
    ['another archive', gzipSync(Buffer.alloc(4096))],
  ])('refuses %s', async (_, content) => {
    expect(await refusal(content)).toBe('grove: FILE is not a backup of Grove\n');
  });

  it('refuses one of a newer version', async () => {
    const tar = gunzipSync(bytes);
    const change = (from: string, to: string) =>
      refusal(gzipSync(Buffer.from(tar.toString('latin1').replace(from, to), 'latin1')));
    expect(await change('"format": 1', '"format": 9')).toBe(
      'grove: FILE was made by a newer version of Grove (format 9)\n',
    );
    expect(await change('"20261121000000_init"', '"29991121000000_init"')).toBe(
      'grove: FILE was made by a newer version of Grove (migration 29991121000000_init)\n',
    );
    // The manifest is authenticated together with the keys.
    expect(await change('"grove": "0.', '"grove": "1.')).toMatch(/the file was changed\n$/);
  });

  function changedAt(point: number): Buffer {
    const changed = Buffer.from(bytes);
    changed[point] = (changed[point] ?? 0) ^ 0x41;
    return changed;
  }

  // gzip may refer to equal bytes at several places, so a changed byte may give the same content.
  function isUnpackedTheSame(content: Buffer): boolean {
    try {
      return gunzipSync(content).equals(gunzipSync(bytes));
    } catch {
      return false;
    }
  }

  it('writes nothing from a truncated or changed backup', async () => {
    const anywhere = fc
      .integer({ min: 20, max: bytes.length - 30 })
      .filter((point) => !isUnpackedTheSame(changedAt(point)));
    for (const point of fc.sample(anywhere, randomly(1))) {
      for (const content of [bytes.subarray(0, point), changedAt(point)]) {
        expect(await refusal(content)).toMatch(
          /^grove: FILE (?:is damaged: |is not a backup|cannot be opened).*\n$/,
        );
      }
    }
  });

  it('leaves an installation with data alone', async () => {
    const dataDir = fresh();
    cpSync(process.env['GROVE_DATA_DIR'] ?? '', dataDir, { recursive: true });
    const { err, code } = await restored(file, dataDir);
    expect(code).toBe(1);
    expect(err).toContain('a backup is restored into an empty installation only');
    expect(await verified(dataDir)).toBe(SOUND.out);
  });

  it('that is killed leaves all or nothing', async () => {
    const whole = await timed();
    const seen = new Set<string>();
    const kills = runs(3);
    for (let kill = 0; kill < kills; kill += 1) {
      const dataDir = fresh();
      const child = begun(['restore', file], dataDir);
      const exited = once(child, 'close');
      // The first kill comes immediately, the others at any time before the end.
      await Promise.race([wait((whole * kill) / kills), exited]);
      child.kill('SIGKILL');
      await exited;
      seen.add(await afterKill(dataDir));
    }
    expect([...seen]).toContain('nothing');
  });

  async function timed(): Promise<number> {
    const start = performance.now();
    await once(begun(['restore', file], fresh()), 'close');
    return performance.now() - start;
  }

  /** What another restore finds there, which then ends with all. */
  async function afterKill(dataDir: string): Promise<string> {
    const again = await restored(file, dataDir);
    if (again.code !== 0) expect(again.err).toContain('into an empty installation only');
    expect(await verified(dataDir)).toBe(SOUND.out);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
    return again.code === 0 ? 'nothing' : 'all';
  }

  it('that was killed at its last step is completed by the next start', async () => {
    const dataDir = fresh();
    await restored(file, dataDir);
    // The state just before the last step.
    const path = (name: string) => join(dataDir, name);
    const [secrets, signingKeys] = ['secrets.json', 'signing-keys.json'].map((name) =>
      readFileSync(path(name), 'utf8'),
    );
    cpSync(path('grove.db'), path('grove.db.restoring'));
    for (const name of ['grove.db', 'secrets.json', 'signing-keys.json']) rmSync(path(name));
    writeFileSync(path('restore.json'), JSON.stringify({ secrets, signingKeys }));
    expect(await verified(dataDir)).toBe(SOUND.out);
    expect(readFileSync(path('secrets.json'), 'utf8')).toBe(secrets);
    expect(existsSync(path('restore.json'))).toBe(false);
  });
});

describe('verify', () => {
  it.each([
    ['a count', `UPDATE "Tally" SET "below" = "below" + 1 WHERE "type" = 2`, / instead of /],
    [
      'a reference',
      `UPDATE "Identity" SET "parent" = 'gone' WHERE "uid" = (SELECT min("uid") FROM "Identity")`,
      / refers to no row of Group/,
    ],
    ['a role', `UPDATE "RoleBinding" SET "roleUid" = 'gone'`, / refers to no row of Role/],
  ])('finds %s that is wrong', async (_, sql, message) => {
    const dataDir = fresh();
    cpSync(process.env['GROVE_DATA_DIR'] ?? '', dataDir, { recursive: true });
    const database = new Database(join(dataDir, 'grove.db'));
    database.pragma('foreign_keys = OFF');
    database.exec(sql);
    database.close();
    const { out, code } = await groveHere(['verify'], { GROVE_DATA_DIR: dataDir });
    expect(code).toBe(3);
    expect(out).toMatch(message);
  });
});
