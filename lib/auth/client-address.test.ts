import { describe, expect, it } from 'vitest';
import { networks } from '#lib/net/networks.ts';
import { clientAddress } from './client-address.ts';

const trusted = networks(['127.0.0.0/8', '::1/128', '10.0.0.0/24']);

const of = (peer: string | undefined, forwardedFor?: string, forwarded?: string) =>
  clientAddress(peer, { forwardedFor, forwarded }, trusted);

describe('clientAddress', () => {
  it('is the peer, whatever that says of others, unless it is a trusted proxy', () => {
    expect(of('203.0.113.9', '198.51.100.1', 'for=198.51.100.1')).toBe('203.0.113.9');
    expect(of('10.0.1.1', '198.51.100.1')).toBe('10.0.1.1');
    expect(of(undefined, '198.51.100.1')).toBe('unknown');
    expect(of('127.0.0.1')).toBe('127.0.0.1');
  });

  it('is what a trusted proxy says last', () => {
    expect(of('127.0.0.1', 'spoofed, 198.51.100.1')).toBe('198.51.100.1');
    expect(of('::ffff:127.0.0.1', '192.0.2.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(of('::1', '')).toBe('::1');
    expect(of('127.0.0.1', '198.51.100.1, nonsense')).toBe('127.0.0.1');
    expect(of('127.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1');
  });

  it('goes back through trusted proxies only', () => {
    expect(of('127.0.0.1', '192.0.2.1, 198.51.100.1, 10.0.0.7')).toBe('198.51.100.1');
    expect(of('127.0.0.1', '10.0.0.8, 10.0.0.7')).toBe('10.0.0.8');
  });

  it.each([
    ['for=198.51.100.1', '198.51.100.1'],
    ['for=192.0.2.1, For="198.51.100.1:4711";proto=https', '198.51.100.1'],
    ['proto=https;by=x;for="[2001:db8::1]:80"', '2001:db8::1'],
    ['for="a,b;for=192.0.2.9", for=198.51.100.1', '198.51.100.1'],
    ['for=198.51.100.1, for=_hidden', '127.0.0.1'],
    ['for=198.51.100.1, proto=https', '127.0.0.1'],
    ['"', '127.0.0.1'],
    ['for="x, for=198.51.100.1', '198.51.100.1'],
    ['for="x, for="[2001:db8::1]:80"', '2001:db8::1'],
    ['host="x;for=192.0.2.9";for=198.51.100.1', '198.51.100.1'],
    [String.raw`host="\";for=192.0.2.9", for=198.51.100.1;host="a\",b"`, '198.51.100.1'],
  ])('reads Forwarded %s', (forwarded, address) => {
    expect(of('127.0.0.1', undefined, forwarded)).toBe(address);
  });

  it.each([
    ['quotes without an end', String.raw`"\"`.repeat(8_000)],
    ['one quote without an end', `"${String.raw`\"`.repeat(15_000)}`],
    ['backslashes', `${'\\'.repeat(30_000)}"`],
    ['spaces', `for=${' '.repeat(30_000)}"`],
    ['elements', ','.repeat(30_000)],
    ['parameters', 'a=b;'.repeat(8_000)],
  ])('reads as many %s as fit into a header without delay', (_, forwarded) => {
    const before = process.cpuUsage();
    expect(of('127.0.0.1', undefined, `${forwarded}, for=198.51.100.1`)).toBeTruthy();
    // Of the processor, in microseconds: other programs take none of it.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('believes neither header where they contradict each other', () => {
    expect(of('127.0.0.1', '198.51.100.1', 'for=198.51.100.1')).toBe('198.51.100.1');
    expect(of('127.0.0.1', '198.51.100.1', 'for=192.0.2.1')).toBe('127.0.0.1');
  });
});
