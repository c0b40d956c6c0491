import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundsOf, fetchJson } from './fetch-guard.ts';

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

const shared = globalThis as { groveConfig?: unknown };

beforeEach(() => {
  delete process.env['GROVE_ALLOW_PRIVATE_ISSUERS'];
  delete shared.groveConfig;
  addresses.clear();
});

afterEach(() => vi.restoreAllMocks());

const ISSUER = 'https://issuer.example';

const get = (address: string, issuer = ISSUER) => fetchJson(address, boundsOf(issuer));

describe('fetchJson', () => {
  it.each([
    ['10.0.0.1'],
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['1.1.1.1', '10.0.0.1'],
  ])('does not connect to a name that resolves to %s', async (...found) => {
    addresses.set('issuer.example', found);
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow('issuer.example is a private address');
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://192.168.0.1/', 'https://0x7f.1/'])(
    'does not connect to %s',
    async (address) => {
      await expect(get(address)).rejects.toThrow(/is a private address$/);
    },
  );

  it('connects to them where the operator allows it', async () => {
    process.env['GROVE_ALLOW_PRIVATE_ISSUERS'] = '1';
    addresses.set('issuer.example', ['127.0.0.1']);
    const { port } = await closedPort();
    const address = `https://issuer.example:${port}`;
    const unreachable = /^https:\/\/issuer.example\/keys cannot be reached$/;
    await expect(get(`${address}/keys`, address)).rejects.toThrow(unreachable);
    await expect(get(`${address}/keys`)).rejects.toThrow('issuer.example is a private address');
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
    await expect(get(`${ISSUER}/keys`)).rejects.toThrow(/is a private address$/);
  });

  it('does not fetch from an issuer of this machine unless the operator allows it', async () => {
    addresses.set('localhost', ['127.0.0.1']);
    const { port } = await closedPort();
    const address = `http://localhost:${port}`;
    await expect(get(`${address}/keys`, address)).rejects.toThrow('localhost is a private address');
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
    await expect(get(address, 'http://localhost:1')).rejects.toThrow(/is a private address$/);
    await expect(get(address)).rejects.toThrow(/is a private address$/);
    await new Promise((resolve) => server.close(resolve));
  });
});

async function closedPort(): Promise<AddressInfo> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address;
}
