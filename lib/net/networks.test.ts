import { describe, expect, it } from 'vitest';
import { PRIVATE_NETWORKS } from './addresses.ts';
import { clientNetwork, networks } from './networks.ts';

describe('networks', () => {
  const some = networks(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);

  it.each([
    '10.9.8.7',
    'fd12::1',
    '192.0.2.7',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ])('has %s', (address) => expect(some.has(address)).toBe(true));

  it.each(['11.0.0.1', 'fc00::1', '192.0.2.8', '', 'localhost', '10.0.0.0/8', 'unknown'])(
    'has not %j',
    (address) => expect(some.has(address)).toBe(false),
  );

  it.each([
    ['::ffff:10.0.0.0/104', '10.9.8.7', '11.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2'],
    ['::ffff:0:0/96', '192.0.2.7', 'fd00::1'],
    ['64:ff9b::a00:0/104', '::ffff:10.0.0.1', '64:ff9b::b00:1'],
    ['2002:a00::/24', '10.9.8.7', '2002:b00::1'],
    ['2002:a00:1:7::/64', '10.0.0.1', '10.0.0.2'],
    ['::/0', 'fd00::1', '10.0.0.1'],
  ])('of %s have %s and not %s', (block, inside, outside) => {
    const wrapped = networks([block]);
    expect([wrapped.has(inside), wrapped.has(outside)]).toEqual([true, false]);
  });

  it.each(['10.0.0.0/33', 'x', '', '10.0.0.0/', 'fd00::/129'])('refuses the block %j', (block) => {
    expect(() => networks([block])).toThrow(/./);
  });
});

describe('PRIVATE_NETWORKS', () => {
  it.each(['10.0.0.1', '127.0.0.1', '::1', '192.168.1.1', 'fd00::1'])('has %s', (address) =>
    expect(PRIVATE_NETWORKS.has(address)).toBe(true),
  );

  it.each([
    '169.254.169.254',
    'fe80::1',
    '168.63.129.16',
    '100.100.100.200',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '64:ff9b:1::a9fe:a9fe',
    '::ffff:0:a9fe:a9fe',
    '1.1.1.1',
  ])('has not %s', (address) => expect(PRIVATE_NETWORKS.has(address)).toBe(false));
});

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
  ])('of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network));
});
