/** Creates the data folder if it is missing. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface KeyedSecret {
  /**
   * The text of a private file; undefined if there is none. Removes access that others have to it.
   */
  text: string;
  keyId: string;
  hash: string;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newKeyedSecret(prefix: string): KeyedSecret {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { text: `${prefix}-${keyId}.${secret}`, keyId, hash: hashOf(secret) };
}

/**
 * Creates a private file with the result of `content`, unless it exists, and returns its text.
 * Processes that start at the same time agree on one content.
 */
export function parseKeyedSecret(
  prefix: string,
  text: string,
): { keyId: string; hash: string } | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(`${prefix}-`)) return null;
  const match = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/.exec(trimmed.slice(prefix.length + 1));
  const [, keyId, secret] = match ?? [];
  return keyId === undefined || secret === undefined ? null : { keyId, hash: hashOf(secret) };
}

/** Replaces a private file as a whole. After a crash it has either the old text or the new one. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}
