/** Which network addresses Grove may fetch issuers' documents from. */
import { isIP } from 'node:net';
import { networks, rangeOf, type Networks } from './networks.ts';

/**
 * Clouds hand out a machine's credentials at these addresses and at link-local ones, so an operator has
 * to name them explicitly.
 */
const OF_CLOUDS = networks(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);

/** Ranges with such addresses; in the latter two, a network may translate to any IPv4 address. */
const WITH_CREDENTIALS = ['linkLocal', 'rfc6052', 'rfc6145'];

/** The meaning of `1` in a setting: every private address except those with credentials. */
export const PRIVATE_NETWORKS: Networks = {
  has: (address) =>
    isPrivateAddress(address) &&
    !WITH_CREDENTIALS.includes(rangeOf(address) ?? '') &&
    !OF_CLOUDS.has(address),
};

export function isLoopbackAddress(address: string): boolean {
  return rangeOf(address) === 'loopback';
}

/**
 * True for loopback, private, link-local and all other addresses that are not on the public
 * internet.
 */
export function isPrivateAddress(address: string): boolean {
  const range = rangeOf(address);
  return range !== undefined && (range !== 'unicast' || OF_CLOUDS.has(address));
}

/** True for the host of an address such as http://localhost:9000. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));
}
