/** Which network addresses Grove may fetch issuers' documents from. */
import { isIP } from 'node:net';
import { carriedAddresses } from './carried-addresses.ts';
import { networks, rangeOf, type Networks } from './networks.ts';

/**
 * Clouds hand out a machine's credentials at these addresses and at link-local ones, so an operator has
 * to name them explicitly.
 */
const OF_CLOUDS = networks(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);

/** Ranges with such addresses; in the latter two, a network may translate to any IPv4 address. */
const WITH_CREDENTIALS = ['linkLocal', 'rfc6052', 'rfc6145'];

/** No other address of IPv6 is on the internet (RFC 4291, section 2.4); IPv4 in IPv6 is IPv4 here. */
const GLOBAL = networks(['2000::/3', '0.0.0.0/0']);

/** The meaning of `1` in a setting: every private address except those with credentials. */
export const PRIVATE_NETWORKS: Networks = {
  has: (address) => isPrivateAddress(address) && !standsFor(address).some(hasCredentials),
};

const hasCredentials = (address: string) =>
  WITH_CREDENTIALS.includes(rangeOf(address) ?? '') || OF_CLOUDS.has(address);

/** The address, and those at which a tunnel or a translator ends. */
const standsFor = (address: string): string[] => [address, ...carriedAddresses(address)];

export function isLoopbackAddress(address: string): boolean {
  return standsFor(address).some((one) => rangeOf(one) === 'loopback');
}

/**
 * True for loopback, private, link-local and all other addresses that are not on the public
 * internet, and for those that carry one.
 */
export function isPrivateAddress(address: string): boolean {
  return standsFor(address).some(isPrivate);
}

function isPrivate(address: string): boolean {
  const range = rangeOf(address);
  if (range === undefined) return false;
  return range !== 'unicast' || !GLOBAL.has(address) || OF_CLOUDS.has(address);
}

/** Whether an address may not be reached: one that it stands for is private and not in the networks. */
export function isForbiddenAddress(address: string, allowed: Networks): boolean {
  return standsFor(address).some((one) => isPrivate(one) && !allowed.has(one));
}

/** True for the host of an address such as http://localhost:9000. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));
}
