/**
 * Page tokens: an opaque, authenticated cursor that is bound to its query. Layout: version (1
 * byte), issue time (6, ms), checksum of the query (16), the cursor as JSON, HMAC-SHA256 truncated
 * to 16; base64url.
 *
 * @see https://google.aip.dev/158
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { invalidField } from './errors.ts';

/** The position after which the next page starts: the last row's order value and uid. */
export interface Cursor {
  value: string | number;
  uid: string;
}

/** The query that a token is bound to. Page size and skip may change between pages. */
export interface PagedQuery {
  collection: string;
  order: string;
  /** Every filter of the list, normalized and in a fixed order. */
  filters: readonly (readonly [string, string])[];
  /** Issuer and subject: a caller who gains an identity between two pages stays the same. */
  caller: string;
}

export const PAGE_TOKEN_LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

const VERSION = 1;
const HEADER_BYTES = 1 + 6 + 16;
const MAC_BYTES = 16;

function checksum(query: PagedQuery): Buffer {
  const text = JSON.stringify([query.collection, query.order, query.filters, query.caller]);
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

function mac(key: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(payload).digest().subarray(0, MAC_BYTES);
}

/**
 * A token for the rows after the cursor: base64url, authenticated by the key, valid for this query only.
 *
 * @param now milliseconds since 1970.
 */
export function issuePageToken(
  key: Buffer,
  query: PagedQuery,
  cursor: Cursor,
  now: number,
): string {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeUIntBE(now, 1, 6);
  checksum(query).copy(header, 7);
  const payload = Buffer.concat([header, Buffer.from(JSON.stringify([cursor.value, cursor.uid]))]);
  return Buffer.concat([payload, mac(key, payload)]).toString('base64url');
}

/**
 * The cursor of a token. Null means the beginning of the list: there is no token, or it is older
 * than three days.
 *
 * @throws ApiError INVALID_ARGUMENT on `page_token` for a token that was not
 *   issued here, or for another order, filter or caller.
 */
export function readPageToken(
  key: Buffer,
  query: PagedQuery,
  token: string,
  now: number,
): Cursor | null {
  if (token === '') return null;
  const decoded = Buffer.from(token, 'base64url');
  // Node decodes base64url leniently, so without this check other texts would pass for the same
  // token.
  const bytes = decoded.toString('base64url') === token ? decoded : Buffer.alloc(0);
  const payload = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES));
  if (payload.length <= HEADER_BYTES || !sameBytes(mac(key, payload), bytes.subarray(-MAC_BYTES))) {
    throw invalidField('page_token', 'is not a token of this list');
  }
  if (payload.readUInt8(0) !== VERSION || !sameBytes(checksum(query), payload.subarray(7, 23))) {
    throw invalidField('page_token', 'belongs to another order, filter or caller');
  }
  if (now - payload.readUIntBE(1, 6) > PAGE_TOKEN_LIFETIME_MS) return null;
  type Stored = [value: Cursor['value'], uid: string];
  const [value, uid] = JSON.parse(payload.toString('utf8', HEADER_BYTES)) as Stored;
  return { value, uid };
}

function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
