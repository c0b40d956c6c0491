/**
 * Secrets that are shown once, `PREFIX-<keyId>.<secret>`. They are found by the key id and stored
 * as a hash.
 */
import { hash, randomBytes } from 'node:crypto';

/** The first characters of each kind. */
const PREFIXES = { invite: 'grove-inv', passwordReset: 'grove-reset', registry: 'grove-reg' };

type Kind = keyof typeof PREFIXES;

/** A new secret `PREFIX-KEYID.SECRET` with 256 random bits, of which only the hash is stored. */
export function newKeyedSecret(kind: Kind): { text: string; keyId: string; hash: string } {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { text: `${PREFIXES[kind]}-${keyId}.${secret}`, keyId, hash: hash('sha256', secret) };
}

/** The parts of a secret; null for text of another form. */
export function parseKeyedSecret(kind: Kind, text: string): { keyId: string; hash: string } | null {
  const [, prefix, keyId, secret] =
    /^(grove-[a-z]+)-([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/.exec(text.trim()) ?? [];
  if (prefix !== PREFIXES[kind] || keyId === undefined || secret === undefined) return null;
  return { keyId, hash: hash('sha256', secret) };
}
