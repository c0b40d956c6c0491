import { describe, expect, it } from 'vitest';
import { readConfig } from '#lib/config.ts';

describe('readConfig', () => {
  it('has defaults for everything', () => {
    expect(readConfig({}, '/srv/grove')).toMatchObject({
      url: 'http://localhost:3000',
      urlFromEnv: false,
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/srv/grove/data',
      databaseFile: '/srv/grove/data/grove.db',
      plainRegistries: false,
      secureCookies: false,
    });
  });

  it('takes what the environment says', () => {
    const env = {
      PORT: '8080',
      HOST: '::',
      GROVE_URL: 'https://grove.example.com/',
      GROVE_DATA_DIR: '/var/lib/grove',
      DATABASE_URL: 'file:./other.db?connection_limit=1',
      GROVE_ALLOW_PRIVATE_ISSUERS: '1',
      GROVE_ALLOW_PRIVATE_REGISTRIES: 'true',
    };
    expect(readConfig(env, '/srv/grove')).toMatchObject({
      url: 'https://grove.example.com',
      urlFromEnv: true,
      host: '::',
      port: 8080,
      dataDir: '/var/lib/grove',
      databaseFile: '/srv/grove/other.db',
      plainRegistries: true,
      secureCookies: true,
    });
  });

  it('speaks TLS where it has both a certificate and its key', () => {
    const env = { GROVE_TLS_CERT: 'tls/cert.pem', GROVE_TLS_KEY: '/etc/grove/key.pem' };
    expect(readConfig(env, '/srv/grove')).toMatchObject({
      url: 'https://localhost:3000',
      tls: { certFile: '/srv/grove/tls/cert.pem', keyFile: '/etc/grove/key.pem' },
      secureCookies: true,
    });
    for (const name of ['GROVE_TLS_CERT', 'GROVE_TLS_KEY']) {
      expect(() => readConfig({ [name]: 'x.pem' }, '/')).toThrow(
        'GROVE_TLS_CERT and GROVE_TLS_KEY must be set both, or neither',
      );
    }
  });

  it.each([
    ['file:/abs/grove.db', '/abs/grove.db'],
    ['file:///abs/a%20b.db', '/abs/a b.db'],
    ['file:grove.db', '/srv/grove.db'],
  ])('reads DATABASE_URL %s', (value, path) => {
    expect(readConfig({ DATABASE_URL: value }, '/srv').databaseFile).toBe(path);
  });

  it.each(['0', '65536', 'http', '-1', '3000.5', '0x10', ' 80'])('refuses PORT %j', (value) => {
    expect(() => readConfig({ PORT: value }, '/')).toThrow('PORT must be a number from 1 to 65535');
  });

  it.each(['grove', 'ftp://host', 'https://host/path', 'https://host/?a', 'https://u:p@host'])(
    'refuses GROVE_URL %j',
    (value) => {
      expect(() => readConfig({ GROVE_URL: value }, '/')).toThrow('GROVE_URL must be');
    },
  );

  it.each(['postgresql://grove:x@db/grove', 'postgres://db/grove?sslmode=require'])(
    'takes the server %s',
    (address) => {
      expect(readConfig({ DATABASE_URL: address }, '/srv').databaseUrl).toBe(address);
      expect(readConfig({ DATABASE_URL: 'file:grove.db' }, '/srv').databaseUrl).toBeUndefined();
    },
  );

  it('refuses another database without repeating its password', () => {
    const env = { DATABASE_URL: 'mysql://grove:hunter2@db/grove' };
    expect(() => readConfig(env, '/')).toThrow(/^DATABASE_URL must name .*; mysql: is not/);
    expect(() => readConfig(env, '/')).not.toThrow('hunter2');
  });

  it('refuses a standby, which older versions read lists from', () => {
    const DATABASE_REPLICA_URL = 'postgresql://grove:hunter2@db/grove';
    const read = () => readConfig({ DATABASE_REPLICA_URL }, '/srv');
    expect(read).toThrow(/^DATABASE_REPLICA_URL has to be removed: since /);
    expect(read).not.toThrow('hunter2');
    expect(() => readConfig({ DATABASE_REPLICA_URL: '' }, '/srv')).not.toThrow();
  });

  it.each(['file:', 'grove.db', 'file://host/grove.db'])('refuses DATABASE_URL %j', (value) => {
    expect(() => readConfig({ DATABASE_URL: value }, '/')).toThrow('DATABASE_URL');
  });

  it('refuses a flag that is neither on nor off', () => {
    expect(() => readConfig({ GROVE_RATE_LIMITS_OFF: 'yes' }, '/')).toThrow('must be 1 or 0');
  });

  it.each([
    ['', '127.0.0.1', false],
    ['0', '10.0.0.1', false],
    ['1', '10.0.0.1', true],
    ['true', '127.0.0.1', true],
    ['1', '169.254.169.254', false],
    ['10.0.0.0/8, fd00::/8', '10.1.2.3', true],
    ['10.0.0.0/8, fd00::/8', '127.0.0.1', false],
    ['169.254.169.254', '169.254.169.254', true],
  ])('takes private networks %j, which makes %s %s', (value, address, has) => {
    const { privateIssuers, privateRegistries } = readConfig(
      { GROVE_ALLOW_PRIVATE_ISSUERS: value, GROVE_ALLOW_PRIVATE_REGISTRIES: value },
      '/',
    );
    expect(privateIssuers.has(address)).toBe(has);
    expect(privateRegistries.has(address)).toBe(has);
  });

  it('lets registries of other machines use http only where all private networks are allowed', () => {
    const isPlain = (value: string) =>
      readConfig({ GROVE_ALLOW_PRIVATE_REGISTRIES: value }, '/').plainRegistries;
    expect(['', '0', '10.0.0.0/8', '1', 'true'].map(isPlain)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('believes proxies on this machine unless others are named', () => {
    const trusted = (env: Record<string, string>, address: string) =>
      readConfig(env, '/').trustedProxies.has(address);
    expect(trusted({}, '127.0.0.1')).toBe(true);
    expect(trusted({}, '10.0.0.1')).toBe(false);
    expect(trusted({ GROVE_TRUSTED_PROXIES: '10.0.0.0/24' }, '10.0.0.1')).toBe(true);
    expect(trusted({ GROVE_TRUSTED_PROXIES: '10.0.0.0/24' }, '127.0.0.1')).toBe(false);
    expect(trusted({ GROVE_TRUSTED_PROXIES: '' }, '127.0.0.1')).toBe(false);
  });

  it.each([
    'GROVE_ALLOW_PRIVATE_ISSUERS',
    'GROVE_ALLOW_PRIVATE_REGISTRIES',
    'GROVE_TRUSTED_PROXIES',
  ])('refuses %s that is no list of networks', (name) => {
    for (const value of ['yes', '10.0.0.0/99', 'localhost']) {
      expect(() => readConfig({ [name]: value }, '/')).toThrow(`${name} must be networks`);
    }
  });

  it('asks the resolvers of the machine, or others', () => {
    const read = (GROVE_DNS_SERVERS: string) => readConfig({ GROVE_DNS_SERVERS }, '/').dnsServers;
    expect(read('')).toEqual([]);
    expect(read('192.0.2.53, [2001:db8::53]:5353')).toEqual(['192.0.2.53', '[2001:db8::53]:5353']);
    for (const value of ['dns.example.com', '192.0.2.53,']) {
      expect(() => read(value)).toThrow('GROVE_DNS_SERVERS must be addresses');
    }
  });

  it('keeps audit records for ever, or for so many days', () => {
    const kept = (GROVE_AUDIT_RETENTION: string) =>
      readConfig({ GROVE_AUDIT_RETENTION }, '/').auditRetention;
    expect(readConfig({}, '/').auditRetention).toBeNull();
    expect([kept(''), kept('0'), kept('400d')]).toEqual([null, null, 400 * 24 * 60 * 60 * 1000]);
    for (const value of ['400', '0d', '-1d', '12h', '1.5d', 'forever']) {
      expect(() => kept(value)).toThrow('GROVE_AUDIT_RETENTION must be days, such as 400d');
    }
  });

  it('takes a number of megabytes of audit records a day, or any number', () => {
    const quota = (GROVE_AUDIT_QUOTA: string) => readConfig({ GROVE_AUDIT_QUOTA }, '/').auditQuota;
    expect(readConfig({}, '/').auditQuota).toBe(256 * 1024 * 1024);
    expect([quota('1'), quota('0')]).toEqual([1024 * 1024, null]);
    expect(() => quota('many')).toThrow('GROVE_AUDIT_QUOTA must be a whole number');
  });

  it('reads rates as requests and seconds, and switches them off', () => {
    expect(readConfig({ GROVE_RATE_WRITE: '5/10' }, '/').rates).toMatchObject({
      read: { quota: 12_000, windowSeconds: 60 },
      write: { quota: 5, windowSeconds: 10 },
    });
    expect(readConfig({ GROVE_RATE_LIMITS_OFF: '1' }, '/').rates).toBeNull();
    for (const value of ['5', '0/1', '1/0', '5/10s', '-1/5']) {
      expect(() => readConfig({ GROVE_RATE_READ: value }, '/')).toThrow(
        'GROVE_RATE_READ must be requests and seconds',
      );
    }
  });

  it('reads the bounds of connections', () => {
    expect(readConfig({ GROVE_MAX_STREAMS: '7' }, '/').bounds).toMatchObject({
      streams: 7,
      connections: 2_000,
    });
    for (const value of ['0', '-1', 'many']) {
      expect(() => readConfig({ GROVE_MAX_CONNECTIONS: value }, '/')).toThrow(
        'GROVE_MAX_CONNECTIONS must be a whole number from 1 on',
      );
    }
    // A timer that is set for longer would end at once.
    expect(readConfig({ GROVE_BODY_TIMEOUT: '2147483' }, '/').bounds.bodySeconds).toBe(2_147_483);
    expect(() => readConfig({ GROVE_BODY_TIMEOUT: '2147484' }, '/')).toThrow(
      'GROVE_BODY_TIMEOUT must be a whole number from 1 to 2147483',
    );
  });
});

it('refuses a format of the log that does not exist', () => {
  expect(() => readConfig({ GROVE_LOG_FORMAT: 'xml' }, '/srv')).toThrow(
    'GROVE_LOG_FORMAT must be text or json, not "xml"',
  );
});
