/** How much of a resource a record holds. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '#lib/aip/json.ts';

/** For each side of a change. More than the fields of a resource have, but for long texts. */
export const MOST_BYTES = 32 * 1024;

/** What a record holds of each side once its organization has used up its quota. */
export const FEW_BYTES = 512;

/** Longer than the text that replaces a value. */
const KEPT_BYTES = 128;

/** In bytes of JSON. */
export const sizeOf = (state: JsonObject | null): number =>
  state === null ? 0 : Buffer.byteLength(JSON.stringify(state));

/** Replaces the largest values by their sizes and SHA-256 until the rest has at most so many bytes. */
export function bounded(state: JsonObject | null, most: number): JsonObject | null {
  let left = sizeOf(state);
  if (state === null || left <= most) return state;
  const short: JsonObject = { ...state };
  const texts = Object.entries(state).map(([key, value]) => ({ key, text: JSON.stringify(value) }));
  for (const { key, text } of texts.sort((a, b) => b.text.length - a.text.length)) {
    const bytes = Buffer.byteLength(text);
    if (left <= most || bytes <= KEPT_BYTES) break;
    const hash = createHash('sha256').update(text).digest('hex');
    const instead = `left out: ${bytes} bytes of JSON, SHA-256 ${hash}`;
    short[key] = instead;
    left -= bytes - instead.length - 2;
  }
  return short;
}
