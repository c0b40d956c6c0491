/** Sets of network addresses, written as CIDR blocks. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Address = ReturnType<typeof ipaddr.parse>;

/** A set of networks. An IPv4 address may come in its IPv6 form. */
export interface Networks {
  has(address: string): boolean;
}

export const NO_NETWORKS: Networks = { has: () => false };

/** Whether the text is a CIDR block or an address, in full: `10.1` would be read as 10.0.0.1. */
export function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  return isIP(address) !== 0 && (bits === undefined || ipaddr.isValidCIDR(text));
}

/**
 * @param blocks such as `10.0.0.0/8`, `fd00::/8` or a single address.
 * @throws Error for text that is not a block.
 */
export function networks(blocks: readonly string[]): Networks {
  const parsed = blocks.map(parseBlock);
  return {
    has(text) {
      const address = parseAddress(text);
      return address !== null && parsed.some((block) => contains(block, address));
    },
  };
}

function parseBlock(text: string): [Address, number] {
  if (!text.includes('/')) {
    const address = withoutWrapping(ipaddr.parse(text));
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  const [network, bits] = ipaddr.parseCIDR(text);
  const before = bitsBeforeIPv4(network);
  // Addresses are compared without what wraps them, so the block has to lose it, too.
  if (before === undefined || bits < before) return [network, bits];
  return [withoutWrapping(network), Math.min(bits - before, 32)];
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** The address, or the IPv4 address inside it; null for text that is not an address. */
function parseAddress(text: string): Address | null {
  const plain = text.replace(/%.*$/, '');
  return ipaddr.isValid(plain) ? withoutWrapping(ipaddr.parse(plain)) : null;
}

/** What the address is for, such as `loopback`; `unicast` on the public internet. Undefined for other text. */
export const rangeOf = (text: string): string | undefined => parseAddress(text)?.range();

/**
 * IPv4 in IPv6: mapped and compatible (RFC 4291), translated (RFC 6052) and 6to4 (RFC 3056). Two addresses
 * of the compatible form are IPv6: `::` and `::1`.
 */
const WRAPPED = ['::ffff:0:0/96', '::/96', '64:ff9b::/96', '2002::/16'].map((text) =>
  ipaddr.parseCIDR(text),
);

/** How many bits stand before IPv4 in IPv6. Undefined for every other address. */
function bitsBeforeIPv4(address: Address): number | undefined {
  if (['unspecified', 'loopback'].includes(address.range())) return undefined;
  return WRAPPED.find((block) => contains(block, address))?.[1];
}

function withoutWrapping(address: Address): Address {
  const before = bitsBeforeIPv4(address);
  if (before === undefined) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(before / 8, before / 8 + 4));
}

/** Clients come back, and parsing their addresses takes longer than counting their requests. */
const known = new LRUCache<string, string>({ max: 10_000, memoMethod: networkOf });

/**
 * The network that identifies one client: an IPv4 address, or the /64 of an IPv6 address, because
 * one household or server has the whole /64.
 */
export const clientNetwork = (text: string): string => known.memo(text);

function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === null) return 'unknown';
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
