/** Where a request comes from: the peer, or the client that a trusted reverse proxy names. */
import { isIP } from 'node:net';
import { config } from '#lib/config.ts';
import type { Networks } from '#lib/net/networks.ts';

/** The HTTP server sets this itself and overwrites what a client sent. */
export const CLIENT_ADDRESS_HEADER = 'x-grove-client';

/** The headers that proxies append to. A header is absent if no proxy set it. */
export interface ForwardedHeaders {
  /** `X-Forwarded-For` */
  forwardedFor?: string | undefined;
  /** `Forwarded`, RFC 7239 */
  forwarded?: string | undefined;
}

/**
 * The nearest address that is not a trusted proxy's. If both headers are present and disagree, one
 * of them came from the client, so neither is used.
 */
export function clientAddress(
  peer: string | undefined,
  { forwardedFor, forwarded }: ForwardedHeaders,
  trusted: Networks = config().trustedProxies,
): string {
  if (peer === undefined) return 'unknown';
  if (forwardedFor === undefined && forwarded === undefined) return peer;
  if (!trusted.has(peer)) return peer;
  const told = [
    ...(forwardedFor === undefined ? [] : [forwardedFor.split(',')]),
    ...(forwarded === undefined ? [] : [elementsOf(forwarded)]),
  ].map((hops) => nearest(peer, hops, trusted));
  const [first = peer] = told;
  return told.every((address) => address === first) ? first : peer;
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

/** The `for` of each element; '' for an element without it. */
function elementsOf(forwarded: string): string[] {
  const elements = forwarded.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? [];
  return elements.map((element) => /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? '');
}

/** The address of a hop, which may have a port and quotes; null for a name such as `_hidden`. */
function addressOf(hop: string): string | null {
  const text = hop.trim().replace(/^"|"$/g, '');
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? null : address;
}
