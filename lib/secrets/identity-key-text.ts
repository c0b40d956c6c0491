/**
 * The text of an identity's key: `grove_`, 43 letters and digits of randomness, and 6 of a checksum,
 * by which scanners of secrets recognize it without asking anybody.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'grove_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of 32 random bytes, and of 4 bytes of CRC-32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** 8 characters are enough to tell keys apart, and leave 208 random bits. */
const KEY_ID_LENGTH = PREFIX.length + 8;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

const checksum = (secret: string) => base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);

/** The key is random enough that a quick hash protects it. */
const hashOf = (text: string) => hash('sha256', text);

/** A new key with 256 random bits, its beginning, which is not secret, and the hash that is stored. */
export function newIdentityKey(): { text: string; keyId: string; hash: string } {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  const text = PREFIX + secret + checksum(secret);
  return { text, keyId: text.slice(0, KEY_ID_LENGTH), hash: hashOf(text) };
}

/** Whether the text wants to be a key; a token of an issuer never looks like this. */
export const looksLikeKey = (text: string): boolean => text.startsWith(PREFIX);

/** What the key is found by, and its hash; null if the text is not a key, or mistyped. */
export function parseIdentityKey(text: string): { keyId: string; hash: string } | null {
  if (!FORM.test(text)) return null;
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH);
  if (!text.endsWith(checksum(secret))) return null;
  return { keyId: text.slice(0, KEY_ID_LENGTH), hash: hashOf(text) };
}
