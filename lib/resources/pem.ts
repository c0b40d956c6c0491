/** Certificates as text. Whether a block really is a certificate is checked on the server. */
import { textWithout } from './fields.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;

/**
 * The problem with text that must hold one or more PEM certificates; null if it is valid. Text
 * between the certificates is allowed, as in bundles (RFC 7468).
 */
export function certificatesProblem(text: string): string | null {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.some(([, label]) => label?.endsWith('PRIVATE KEY'))) {
    return 'must not have a private key';
  }
  const isWhole = blocks.length === (text.match(/-----BEGIN /g) ?? []).length;
  if (blocks.length === 0 || !isWhole) return 'must be one certificate in PEM, or several';
  const other = blocks.findIndex(([, label]) => label !== 'CERTIFICATE');
  return other === -1 ? null : notCertificate(other);
}

/** The problem with one block, counted from 0. */
export const notCertificate = (at: number): string =>
  `must be certificates in PEM; number ${at + 1} is not one`;

/** The blocks of a PEM text (RFC 7468), each with its first and last line. */
export const pemBlocks = (text: string): string[] => text.match(BLOCK) ?? [];

const MAX_LENGTH = 64 * 1024;

/** Certificates in PEM, or an empty text for none. */
export const pemCertificates = textWithout((given) => {
  const value = given.trim();
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  return value === '' ? null : certificatesProblem(value);
}).transform((value) => value.trim());
