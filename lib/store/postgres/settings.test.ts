import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('has a default for everything', () => {
  const { size, isNamed, place, config } = readSettings('postgresql://grove@db:5433/grove');
  expect([size, isNamed, place]).toEqual([10, true, 'db/grove']);
  expect(config).toMatchObject({ user: 'grove', port: '5433', connectionTimeoutMillis: 5_000 });
});

it.each(['localhost', '127.0.0.1', '[::1]', ''])('needs no TLS within a machine: %j', (host) => {
  const user = host === '' ? '' : 'grove@';
  expect(readSettings(`postgresql://${user}${host}/grove`).config.ssl).toBeFalsy();
});

it('verifies another machine unless the address says otherwise', () => {
  const sslOf = (query: string) =>
    readSettings(`postgresql://db.example.com/grove${query}`).config.ssl;
  expect(sslOf('')).toEqual(sslOf('?sslmode=verify-full'));
  expect(sslOf('')).toBeTruthy();
  expect(sslOf('?sslmode=disable')).toBeFalsy();
});

it('takes what the address says, and leaves the rest to the driver', () => {
  const query = 'connection_limit=4&connect_timeout=2&statement_timeout=900&pgbouncer=true';
  const { size, isNamed, config } = readSettings(`postgres://db/grove?${query}&application_name=x`);
  expect([size, isNamed]).toEqual([4, false]);
  expect(config).toMatchObject({
    connectionTimeoutMillis: 2_000,
    statement_timeout: 900,
    application_name: 'x',
  });
  expect(config).not.toHaveProperty('connection_limit');
});

it.each([
  ['', false],
  ['channel_binding=disable', false],
  ['channel_binding=prefer', true],
  ['sslmode=require&channel_binding=require', true],
  ['schema=public&channel_binding=prefer', true],
])('takes what the addresses of other products say: %j', (query, enableChannelBinding) => {
  const { config } = readSettings(`postgresql://db/grove?${query}`);
  expect(config).toMatchObject({ enableChannelBinding, host: 'db', database: 'grove' });
  expect(config).not.toHaveProperty('schema');
  expect(config).not.toHaveProperty('channel_binding');
});

it.each([
  ['require', false],
  ['verify-full', undefined],
])('uses TLS where sslmode is %s', (mode, rejectUnauthorized) => {
  const { ssl } = readSettings(`postgresql://db/grove?sslmode=${mode}`).config;
  expect(ssl).toBeTruthy();
  expect((ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized).toBe(rejectUnauthorized);
});

it.each([
  ['connection_limit=2', /^connection_limit in DATABASE_URL must be at least 3$/],
  ['connection_limit=x', /^connection_limit in DATABASE_URL must be a whole number$/],
  ['sslcrl=x', /^DATABASE_URL has a parameter that Grove does not know: sslcrl; remove it$/],
  ['schema=grove', /^schema in DATABASE_URL must be public: Grove uses the schema that /],
  [
    'channel_binding=yes',
    /^channel_binding in DATABASE_URL must be one of disable, prefer, require$/,
  ],
  [
    'sslmode=disable&channel_binding=require',
    /^channel_binding=require in DATABASE_URL needs TLS: add sslmode=verify-full$/,
  ],
  [
    'target_session_attrs=any',
    /^target_session_attrs in DATABASE_URL must be one of primary, read-write$/,
  ],
  ['sslmode=prefer', /^sslmode in DATABASE_URL must be one of disable, require/],
  ['sslmode=verify-full&sslrootcert=/nowhere', /^DATABASE_URL is not usable.*|ENOENT.*\/nowhere/],
])('refuses %s without repeating the password', (query, message) => {
  const read = () => readSettings(`postgresql://grove:hunter2@db/grove?${query}`);
  expect(read).toThrow(message);
  expect(read).not.toThrow('hunter2');
});

it('refuses several hosts in words', () => {
  const read = () => readSettings('postgresql://grove:a,b@one:5432,two:5432/grove');
  expect(read).toThrow(/^DATABASE_URL names several hosts/);
  expect(() => readSettings('postgresql://grove:a,b@one/grove')).not.toThrow();
});
