import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, isPrivateAddress } from './addresses.ts';

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
