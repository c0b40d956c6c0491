/** IPv6 addresses that lead somewhere by themselves and carry an IPv4 address, which tunnels and translators use. */
import ipaddr from 'ipaddr.js';

/** @param at how many bytes stand before it. */
type Read = (bytes: readonly number[], at: number) => number[];

const read: Read = (bytes, at) => bytes.slice(at, at + 4);

/** Teredo has the address of the client with each bit turned (RFC 4380, section 4). */
const readTurned: Read = (bytes, at) => read(bytes, at).map((byte) => byte ^ 0xff);

/** A translator with a prefix of 48 bits leaves out byte 8 (RFC 6052, section 2.2). */
const readSplit: Read = (bytes) => [...bytes.slice(6, 8), ...bytes.slice(9, 11)];

const isZero = (bytes: readonly number[]) => bytes.every((byte) => byte === 0);

interface Form {
  has(address: ipaddr.IPv6, bytes: readonly number[]): boolean;
  carried(bytes: readonly number[]): number[][];
}

const inBlock = (text: string): Form['has'] => {
  const block = ipaddr.IPv6.parseCIDR(text);
  return (address) => address.match(block);
};

const FORMS: readonly Form[] = [
  // The server and the client of a Teredo tunnel.
  { has: inBlock('2001::/32'), carried: (bytes) => [read(bytes, 4), readTurned(bytes, 12)] },
  // IPv4 translated (RFC 7915).
  { has: inBlock('::ffff:0:0:0/96'), carried: (bytes) => [read(bytes, 12)] },
  // A translator of one's own (RFC 8215) has IPv4 behind 48 bits, with nothing after it, or at the end.
  {
    has: inBlock('64:ff9b:1::/48'),
    carried: (bytes) => [isZero(bytes.slice(11)) ? readSplit(bytes, 6) : read(bytes, 12)],
  },
  // ISATAP (RFC 5214, section 6.1), in the network of anybody. Its first byte has a bit for global addresses.
  {
    has: (_, bytes) =>
      ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe,
    carried: (bytes) => [read(bytes, 12)],
  },
];

/** The IPv4 addresses in an address of IPv6. None for other text. */
export function carriedAddresses(text: string): string[] {
  const plain = text.replace(/%.*$/, '');
  if (!ipaddr.IPv6.isValid(plain)) return [];
  const address = ipaddr.IPv6.parse(plain);
  const bytes = address.toByteArray();
  return FORMS.filter((form) => form.has(address, bytes))
    .flatMap((form) => form.carried(bytes))
    .map((four) => new ipaddr.IPv4(four).toString());
}
