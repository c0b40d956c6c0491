/** Sets of network addresses, written as CIDR blocks. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

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
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

/** The address, or the IPv4 address inside it; null for text that is not an address. */
function parseAddress(text: string): Address | null {
  const plain = text.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return null;
  const address = ipaddr.parse(plain);
  return address instanceof ipaddr.IPv6 ? withoutWrapping(address) : address;
}

/** IPv4 in IPv6: mapped (RFC 4291), translated (RFC 6052) and 6to4 (RFC 3056). */
function withoutWrapping(address: ipaddr.IPv6): Address {
  const { parts } = address;
  const wrapping = address.range();
  const at = { ipv4Mapped: 6, rfc6052: 6, '6to4': 1 }[String(wrapping)];
  if (at === undefined) return address;
  const bytes = [parts[at] ?? 0, parts[at + 1] ?? 0].flatMap((part) => [part >> 8, part & 255]);
  return new ipaddr.IPv4(bytes);
}

/** Clients come back, and parsing their addresses takes longer than counting their requests. */
const clientNetworks = new Map<string, string>();
const MAX_KEPT = 10_000;

/**
 * The network that identifies one client: an IPv4 address, or the /64 of an IPv6 address, because
 * one household or server has the whole /64.
 */
export function clientNetwork(text: string): string {
  const known = clientNetworks.get(text);
  if (known !== undefined) return known;
  if (clientNetworks.size >= MAX_KEPT) clientNetworks.clear();
  const network = networkOf(text);
  clientNetworks.set(text, network);
  return network;
}

function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === null) return 'unknown';
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
