/** Which network addresses Grove may fetch issuers' documents from. */
import { isIP } from 'node:net';
import { networks, type Networks } from './networks.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Clouds hand out a machine's credentials at these addresses, so an operator has to name them
 * explicitly.
 */
const LINK_LOCAL = [
  '169.254.0.0/16',
  'fe80::/10',
  // Cloud services outside the link-local range.
  '168.63.129.16/32',
  '100.100.100.200/32',
  'fd00:ec2::254/128',
];

const RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  'fc00::/7',
  'fec0::/10',
  'ff00::/8',
];

const LOOPBACK_NETWORKS = networks(LOOPBACK);
const linkLocal = networks(LINK_LOCAL);
const reserved = networks([...LOOPBACK, ...LINK_LOCAL, ...RESERVED]);

/** The meaning of `1` in a setting: every private address except the link-local ones. */
export const PRIVATE_NETWORKS: Networks = {
  has: (address) => reserved.has(address) && !linkLocal.has(address),
};

export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_NETWORKS.has(address);
}

/**
 * True for loopback, private, link-local and all other addresses that are not on the public
 * internet.
 */
export function isPrivateAddress(address: string): boolean {
  return reserved.has(address);
}

/** True for the host of an address such as http://localhost:9000. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));
}
