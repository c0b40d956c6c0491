// @module-tag alone
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCertificates } from '../../e2e/support/certificates.ts';
import { RegistryAgents } from '#lib/import/registry/agents.ts';
import { perProcess } from '#lib/per-process.ts';
import { boundsOf, fetchJson } from './fetch-guard.ts';
import { FetchError } from './guarded-request.ts';

const addresses = vi.hoisted(() => new Map<string, string[]>());

vi.mock(import('node:dns'), async (original) => {
  const dns = await original();
  const lookup = (host: string, _options: unknown, callback: (...results: unknown[]) => void) => {
    const found = addresses.get(host) ?? [];
    if (found.length === 0) {
      const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
      return callback(Object.assign(error, { code: 'ENOTFOUND' }));
    }
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { ...dns, lookup: lookup as unknown as typeof dns.lookup };
});

const config = perProcess('config');

beforeEach(() => {
  const names = ['GROVE_ALLOW_PRIVATE_ISSUERS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
  for (const name of names) delete process.env[name];
  config.take();
  addresses.clear();
});

afterEach(() => vi.restoreAllMocks());

const ISSUER = 'https://issuer.example';
const PRIVATE = /is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/;

const get = (address: string, issuer = ISSUER) => fetchJson(address, boundsOf(issuer));

describe('fetchJson', () => {
  it.each([
    ['10.0.0.1'],
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['1.1.1.1', '10.0.0.1'],
  ])('says of a name that resolves to %s what it says of an unknown one', async (...found) => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const refusal = async () => {
      const error: unknown = await get(`${ISSUER}/keys`).catch((reason: unknown) => reason);
      return error instanceof FetchError && [error.problem, error.message];
    };
    const unknown = await refusal();
    expect(unknown).toEqual(['UNREACHABLE', `${ISSUER}/keys cannot be reached`]);
    addresses.set('issuer.example', found);
    expect(await refusal()).toEqual(unknown);
    const reasons = log.mock.calls.map(([text]) => String(text));
    expect(reasons).toEqual([
      expect.stringContaining('its name does not resolve'),
      expect.stringContaining('its name resolves to a private address'),
    ]);
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://192.168.0.1/', 'https://0x7f.1/'])(
    'does not connect to %s',
    async (address) => {
      await expect(get(address)).rejects.toThrow(PRIVATE);
    },
  );

  it('connects to them where the operator allows it, and names no port but that of the issuer', async () => {
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '1';
    addresses.set('issuer.example', ['127.0.0.1']);
    const { port } = await closedPort();
    const address = `https://issuer.example:${port}`;
    const refusal = get(`${address}/keys`, address);
    await expect(refusal).rejects.toThrow(`${address}/keys cannot be reached`);
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(get(`${address}/keys`)).rejects.toThrow(`${ISSUER}/keys cannot be reached`);
    expect(String(log.mock.lastCall?.[0])).toContain('resolves to a private address');
  });

  it.each(['http://issuer.example/', 'ftp://issuer.example/', 'data:,{}', 'nonsense', ''])(
    'does not fetch %s',
    async (address) => {
      await expect(get(address)).rejects.toThrow(/is not https$|is not an address$/);
    },
  );

  it('says of an unknown name what it says of a host without an answer', async () => {
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/cannot be reached$/);
  });

  it('keeps off the addresses of a cloud unless they are named', async () => {
    addresses.set('issuer.example', ['169.254.169.254']);
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '1';
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/cannot be reached$/);
    expect(String(log.mock.lastCall?.[0])).toContain('resolves to a private address');
    await expect(get('https://169.254.169.254/')).rejects.toThrow(PRIVATE);
  });

  it('does not fetch from an issuer of this machine unless the operator allows it', async () => {
    addresses.set('localhost', ['127.0.0.1']);
    const { port } = await closedPort();
    const address = `http://localhost:${port}`;
    await expect(get(`${address}/keys`, address)).rejects.toThrow(PRIVATE);
  });

  it('fetches from an issuer of this machine, at its own port only', async () => {
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '127.0.0.0/8';
    addresses.set('localhost', ['127.0.0.1']);
    const server = createServer((_request, response) => response.end('{"a":1}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://localhost:${port}`;
    expect(await get(`${address}/keys`, address)).toEqual({ a: 1 });
    expect(await get(`http://127.0.0.1:${port}/`, address)).toEqual({ a: 1 });
    await expect(get(address, 'http://localhost:1')).rejects.toThrow(PRIVATE);
    await expect(get(address)).rejects.toThrow(PRIVATE);
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends where the issuer switches to another protocol', async () => {
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '127.0.0.0/8';
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const server = createServer((request) => {
      const lines = ['HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: other'];
      request.socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    await expect(get(address, address)).rejects.toThrow(`${address}/ cannot be reached`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('fetchJson behind a proxy', () => {
  const asked: string[] = [];
  let proxy: Server;

  beforeEach(async () => {
    asked.length = 0;
    proxy = createServer().on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    proxy.on('request', ({ url = '' }, response) => {
      asked.push(url);
      response.end('{"of":"the proxy"}');
    });
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${await listening(proxy)}`;
  });

  afterEach(() => closed(proxy));

  it('reaches a host of the internet through it', async () => {
    addresses.set('issuer.example', ['1.1.1.1']);
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/cannot be reached$/);
    expect(asked).toEqual(['issuer.example:443']);
  });

  it('reaches this machine and allowed private hosts past it, over https and plain http', async () => {
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '127.0.0.0/8';
    process.env['HTTP_PROXY'] = process.env['HTTPS_PROXY'];
    const { key, cert, authority } = newCertificates();
    const secure = createTlsServer({ key, cert }, (_request, response) => response.end('{"a":1}'));
    const plain = createServer((_request, response) => response.end('{"a":2}'));
    addresses.set('127.0.0.1', ['127.0.0.1']);
    addresses.set('localhost', ['127.0.0.1']);
    addresses.set('issuer.internal', ['127.0.0.1']);
    const [port, plainPort] = [await listening(secure), await listening(plain)];
    const agents = new RegistryAgents(authority);
    const sending = { agents: (url: URL, isPast: boolean) => agents.for(url, isPast) };
    const address = `https://127.0.0.1:${port}/keys`;
    expect(await fetchJson(address, boundsOf(address), sending)).toEqual({ a: 1 });
    for (const host of ['127.0.0.1', 'localhost']) {
      const unsafe = `http://${host}:${plainPort}/keys`;
      expect(await fetchJson(unsafe, boundsOf(unsafe), sending)).toEqual({ a: 2 });
      expect(await get(unsafe, unsafe)).toEqual({ a: 2 });
    }
    // The certificate has another name; the proxy is not asked for this host either.
    const named = `https://issuer.internal:${port}/keys`;
    await expect(fetchJson(named, boundsOf(named), sending)).rejects.toThrow(/cannot be reached$/);
    agents.close();
    expect(asked).toEqual([]);
    await Promise.all([closed(secure), closed(plain)]);
  });

  it('does not reach a host of the internet through it that NO_PROXY names', async () => {
    process.env['NO_PROXY'] = 'issuer.example';
    const agents = new RegistryAgents('');
    const tried: string[] = [];
    const sending = {
      agents: (url: URL, isPast: boolean) => {
        tried.push(`${url.host} ${isPast}`);
        return agents.for(url, isPast);
      },
    };
    await expect(fetchJson(`${ISSUER}/keys`, boundsOf(ISSUER), sending)).rejects.toThrow();
    agents.close();
    expect(tried).toEqual(['issuer.example false']);
    expect(asked).toEqual([]);
  });

  it('does not ask it for a private address, or a name that resolves to one here', async () => {
    addresses.set('issuer.example', ['1.1.1.1', '10.0.0.1']);
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/cannot be reached$/);
    for (const address of ['https://10.0.0.1/', 'https://[fd00::1]/']) {
      await expect(get(address)).rejects.toThrow(PRIVATE);
    }
    expect(asked).toEqual([]);
  });

  it('leaves a name to it that does not resolve here', async () => {
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/cannot be reached$/);
    expect(asked).toEqual(['issuer.example:443']);
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

async function closedPort(): Promise<AddressInfo> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address;
}
