/** Where a request comes from: the peer, or the client that a trusted reverse proxy names. */
import { isIP } from 'node:net';
import { config } from '#lib/config.ts';
import type { Networks } from '#lib/net/networks.ts';

/**
 * The nearest address that is not a trusted proxy's. If both headers are present and disagree, one
 * of them came from the client, so neither is used.
 *
 * @param headers that proxies append to: `X-Forwarded-For` and `Forwarded` (RFC 7239).
 */
export function clientAddress(
  peer: string | undefined,
  { forwardedFor, forwarded }: { forwardedFor?: string; forwarded?: string },
  trusted: Networks = config().trustedProxies,
): string {
  if (peer === undefined) return 'unknown';
  if (forwardedFor === undefined && forwarded === undefined) return peer;
  if (!trusted.has(peer)) return peer;
  const named = [
    ...(forwardedFor === undefined ? [] : [forwardedFor.split(',')]),
    ...(forwarded === undefined ? [] : [elementsOf(forwarded)]),
  ].map((hops) => nearest(peer, hops, trusted));
  const [first = peer] = named;
  return named.every((address) => address === first) ? first : peer;
}

function nearest(peer: string, hops: readonly string[], trusted: Networks): string {
  let client = peer;
  for (const hop of hops.toReversed()) {
    if (!trusted.has(client)) break;
    const address = addressOf(hop);
    // Hops behind an unknown hop cannot be trusted.
    if (address === null) break;
    client = address;
  }
  return client;
}

/**
 * The `for` of each element; '' for an element without it. Read from the end, because the proxy
 * appends its element to what the client sent: a quote that the client leaves open must not reach
 * into it. Linear in time, since anyone may send such a header.
 */
function elementsOf(forwarded: string): string[] {
  const elements: string[] = [];
  let end = forwarded.length;
  let isQuoted = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    const character = forwarded[at];
    if (character === '"' && !isEscaped(forwarded, at)) isQuoted = !isQuoted;
    if (character !== ',' || isQuoted) continue;
    elements.push(forwarded.slice(at + 1, end));
    end = at;
  }
  elements.push(forwarded.slice(0, end));
  return elements.toReversed().map(forOf);
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

/** Sticky: a match begins where the last one ended, so quoted text is never read as a parameter. */
const PARAMETER = /\s*([^\s=;"]+)=("(?:[^"\\]|\\.)*"\s*|[^;"]*)(?:;|$)/gy;

function forOf(element: string): string {
  for (const [, name = '', value = ''] of element.matchAll(PARAMETER)) {
    if (name.toLowerCase() === 'for') return value;
  }
  return '';
}

/** The address of a hop, which may have a port and quotes; null for a name such as `_hidden`. */
function addressOf(hop: string): string | null {
  const text = hop.trim().replace(/^"|"$/g, '');
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? null : address;
}
