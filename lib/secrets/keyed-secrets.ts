/**
 * Secrets that are shown once, `PREFIX-<keyId>.<secret>`. They are found by the key id and stored
 * as a hash.
 */
import { hash, randomBytes } from 'node:crypto';

export interface KeyedSecret {
  text: string;
  keyId: string;
  hash: string;
}

/** A new secret `PREFIX-KEYID.SECRET` with 256 random bits, of which only the hash is stored. */
export function newKeyedSecret(prefix: string): KeyedSecret {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { text: `${prefix}-${keyId}.${secret}`, keyId, hash: hash('sha256', secret) };
}

/** The parts of a secret; null for text of another form. */
export function parseKeyedSecret(
  prefix: string,
  text: string,
): { keyId: string; hash: string } | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(`${prefix}-`)) return null;
  const match = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/.exec(trimmed.slice(prefix.length + 1));
  const [, keyId, secret] = match ?? [];
  return keyId === undefined || secret === undefined
    ? null
    : { keyId, hash: hash('sha256', secret) };
}
