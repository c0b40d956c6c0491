import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomly } from '../../e2e/support/random.ts';
import {
  isForbiddenAddress,
  isLoopbackAddress,
  isLoopbackHost,
  isPrivateAddress,
  PRIVATE_NETWORKS,
} from './addresses.ts';
import { networks, NO_NETWORKS } from './networks.ts';

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    // A translator of one's own may have IPv4 elsewhere in it.
    '64:ff9b:1:a00:1::808:808',
  ])('is true of %s', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    'is false of %s',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});

describe('special ranges (RFC 6890)', () => {
  it.each([
    ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
    ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
    ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
    ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
    ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
    ['192.88.99.0/24', '192.88.99.0', '192.88.99.255'],
    ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
    ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
    ['198.51.100.0/24', '198.51.100.0', '198.51.100.255'],
    ['203.0.113.0/24', '203.0.113.0', '203.0.113.255'],
    ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
    ['::/128', '::', '::'],
    ['::1/128', '::1', '::1'],
    ['100::/64', '100::', '100::ffff:ffff:ffff:ffff'],
    ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:2::/48', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:10::/28', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    // Not on the internet either: nobody has these.
    ['outside of 2000::/3', '4000::1', 'f000::1'],
    ['::/96', '::2', '::ffff'],
  ])('%s is private', (_, first, last) => {
    expect([first, last].map(isPrivateAddress)).toEqual([true, true]);
  });
});

/** Every way to write an IPv4 address into one of IPv6. */
const FORMS: Readonly<Record<string, (four: Four) => string>> = {
  mapped: (four) => `::ffff:${dotted(four)}`,
  compatible: (four) => `::${hex(four)}`,
  translated: (four) => `::ffff:0:${hex(four)}`,
  '6to4': (four) => `2002:${hex(four)}::1`,
  'Teredo server': (four) => `2001:0:${hex(four)}:0:0:f7f7:f7f7`,
  'Teredo client': (four) => `2001:0:808:808:0:0:${hex(turned(four))}`,
  NAT64: (four) => `64:ff9b::${hex(four)}`,
  'NAT64 of one’s own': (four) => `64:ff9b:1:7::${hex(four)}`,
  'NAT64 behind 48 bits': ([a, b, c, d]) => `64:ff9b:1:${word(a, b)}:${word(0, c)}:${word(d, 0)}::`,
  ISATAP: (four) => `2606:4700::5efe:${hex(four)}`,
  'global ISATAP': (four) => `2606:4700::200:5efe:${hex(four)}`,
};

type Four = [number, number, number, number];

const byte = fc.integer({ min: 0, max: 255 });
const anyFour = fc.tuple(byte, byte, byte, byte);
const dotted = (four: Four) => four.join('.');
const word = (high: number, low: number) => (high * 256 + low).toString(16);
const hex = ([a, b, c, d]: Four) => `${word(a, b)}:${word(c, d)}`;
const turned = (four: Four) => four.map((one) => 255 - one) as Four;

describe.each(Object.entries(FORMS))('IPv4 in the form %s', (_, form) => {
  const everything = networks(['::/0']);

  it.each<[string, Four]>([
    ['loopback', [127, 0, 0, 1]],
    ['the credentials of a cloud', [169, 254, 169, 254]],
    ['those of Azure', [168, 63, 129, 16]],
    ['a private network', [10, 0, 0, 1]],
  ])('is private as %s, and not allowed with its form alone', (_words, four) => {
    expect(isPrivateAddress(form(four))).toBe(true);
    expect(isForbiddenAddress(form(four), everything)).toBe(true);
  });

  it('never leads to the credentials of a cloud by `1`', () => {
    const four: Four = [169, 254, 169, 254];
    expect(PRIVATE_NETWORKS.has(form(four))).toBe(false);
    expect(isForbiddenAddress(form(four), PRIVATE_NETWORKS)).toBe(true);
  });

  it('is loopback where it carries it', () => {
    expect(isLoopbackAddress(form([127, 0, 0, 1]))).toBe(true);
    expect(isLoopbackAddress(form([8, 8, 8, 8]))).toBe(false);
  });

  it('is never less private than the address in it', () => {
    fc.assert(
      fc.property(anyFour, (four) => {
        const isPrivate = isPrivateAddress(dotted(four));
        expect(isPrivateAddress(form(four)) || !isPrivate).toBe(true);
        expect(isForbiddenAddress(form(four), NO_NETWORKS) || !isPrivate).toBe(true);
      }),
      randomly(200),
    );
  });
});

it.each([
  '::ffff:8.8.8.8',
  '::808:808',
  '2002:808:808::1',
  '64:ff9b::808:808',
  '2606::5efe:808:808',
])('is public with IPv4 of the internet in it: %s', (address) =>
  expect(isPrivateAddress(address)).toBe(false),
);

it('reaches a host of the operator through their own translator, where both are allowed', () => {
  const both = networks(['64:ff9b:1::/48', '10.0.0.0/8']);
  expect(isForbiddenAddress('64:ff9b:1::a00:1', both)).toBe(false);
  expect(isForbiddenAddress('64:ff9b:1:a00:0:100::', both)).toBe(false);
  expect(isForbiddenAddress('64:ff9b:1::c0a8:1', both)).toBe(true);
});

describe('isLoopbackAddress', () => {
  it('knows both families and the mapped form', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
    expect(['10.0.0.1', '::2', '1.1.1.1'].some(isLoopbackAddress)).toBe(false);
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('is true of %s', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  );
  it.each(['localhost.example.com', 'example.com', '10.0.0.1', '127.example.com', ''])(
    'is false of %s',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});
