import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

it('is the peer, whatever it says of others', () => {
  expect(clientAddress('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(clientAddress(undefined, '198.51.100.1')).toBe('unknown');
});

it('is what a proxy on the same machine says last', () => {
  expect(clientAddress('127.0.0.1', 'spoofed, 198.51.100.1')).toBe('198.51.100.1');
  expect(clientAddress('::1', '')).toBe('::1');
  expect(clientAddress('127.0.0.1', '198.51.100.1, nonsense')).toBe('127.0.0.1');
});
