/**
 * The text of a recovery code, `XXXX-XXXX-XXXX-XXXX` in Crockford's base32, which has no letters that
 * look like digits.
 *
 * @see https://www.crockford.com/base32.html
 */
import { createHash, randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** A code has 80 random bits, so a quick hash protects it. */
const hashOf = (digits: string) => createHash('sha256').update(digits).digest('hex');

/** A new code with 80 random bits, in groups of four for people, and the hash that is stored. */
export function newRecoveryCode(): { text: string; hash: string } {
  const digits = [...randomBytes(LENGTH)].map((byte) => DIGITS.charAt(byte % 32)).join('');
  return { text: digits.replace(/.{4}(?=.)/g, '$&-'), hash: hashOf(digits) };
}

/** The hash of a code as somebody typed it; null for text of another form. */
export function recoveryCodeHash(text: string): string | null {
  const digits = text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isCode = digits.length === LENGTH && [...digits].every((digit) => DIGITS.includes(digit));
  return isCode ? hashOf(digits) : null;
}
