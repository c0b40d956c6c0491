import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCertificates } from '../../../e2e/support/certificates.ts';
import { startPostgres, type PostgresServer } from '../../../e2e/support/postgres.ts';
import { ServerClient } from './server-client.ts';
import { readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-tls-'));
const own = join(folder, 'own.pem');
const foreign = join(folder, 'foreign.pem');
let server: PostgresServer;

beforeAll(async () => {
  const { authority, key, cert } = newCertificates();
  writeFileSync(own, authority);
  writeFileSync(foreign, newCertificates().authority);
  server = await startPostgres({ certificate: { key, cert } });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const PASSWORD = 'hunter2';

/** Whether the connection is encrypted. */
async function isEncrypted(
  host: string,
  parameters: Record<string, string>,
  user = 'grove',
): Promise<boolean> {
  const address = new URL(server.url('postgres'));
  Object.assign(address, { hostname: host, username: user, password: PASSWORD });
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const client = new ServerClient(readSettings(address.href).config);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]?.ssl === true;
  } finally {
    await client.end().catch(() => {});
  }
}

const HERE = '127.0.0.1';

it('encrypts where it is asked to', async () => {
  expect(await isEncrypted(HERE, {})).toBe(false);
  expect(await isEncrypted(HERE, { sslmode: 'disable' })).toBe(false);
  expect(await isEncrypted(HERE, { sslmode: 'require' })).toBe(true);
});

it('trusts the named authority alone', async () => {
  expect(await isEncrypted(HERE, { sslmode: 'verify-ca', sslrootcert: own })).toBe(true);
  expect(await isEncrypted(HERE, { sslmode: 'verify-full', sslrootcert: own })).toBe(true);
  for (const sslmode of ['verify-ca', 'verify-full']) {
    await expect(isEncrypted(HERE, { sslmode, sslrootcert: foreign })).rejects.toThrow(
      /certificate/,
    );
    await expect(isEncrypted(HERE, { sslmode })).rejects.toThrow();
  }
});

it('compares the name of the server where all is to be verified', async () => {
  const name = 'localhost';
  expect(await isEncrypted(name, { sslmode: 'verify-ca', sslrootcert: own })).toBe(true);
  const verified = isEncrypted(name, { sslmode: 'verify-full', sslrootcert: own });
  await expect(verified).rejects.toThrow(/altnames/);
});

it('insists on a sign-in that is bound to the connection, where the address requires it', async () => {
  const asSuperuser = new pg.Client(server.url('postgres'));
  await asSuperuser.connect();
  const ask = (sql: string) => asSuperuser.query<{ file: string }>(sql);
  for (const user of ['scram', 'plain', 'hashed']) {
    const encryption = user === 'hashed' ? 'md5' : 'scram-sha-256';
    await ask(`SET password_encryption = '${encryption}'`);
    await ask(`CREATE ROLE "${user}" LOGIN PASSWORD '${PASSWORD}'`);
  }
  const lines = ['host all scram all scram-sha-256', 'host all plain all password'];
  const all = [...lines, 'host all hashed all md5', 'host all grove all trust'].join("'), ('");
  const { rows } = await ask("SELECT current_setting('hba_file') AS file");
  await ask(`COPY (VALUES ('${all}')) TO '${rows[0]?.file}'`);
  await ask('SELECT pg_reload_conf()');
  await asSuperuser.end();
  const bound = { sslmode: 'require', channel_binding: 'require' };
  await expect.poll(() => isEncrypted(HERE, bound, 'scram').catch(() => false)).toBe(true);
  for (const user of ['plain', 'hashed', 'grove']) {
    expect(await isEncrypted(HERE, { sslmode: 'require' }, user)).toBe(true);
    await expect(isEncrypted(HERE, bound, user)).rejects.toThrow('does not bind sign-ins to TLS');
  }
});
