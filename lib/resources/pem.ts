/** Certificates as text. */
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;

/**
 * A sync whose lease has expired was interrupted. It resumes at the next start or with the next
 * sync.
 */
export function certificatesProblem(text: string): string | null {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.some(([, label]) => label?.endsWith('PRIVATE KEY'))) {
    return 'must not have a private key';
  }
  const isWhole = blocks.length === (text.match(/-----BEGIN /g) ?? []).length;
  if (blocks.length === 0 || !isWhole) return 'must be one certificate in PEM, or several';
  for (const [at, [block, label]] of blocks.entries()) {
    if (label !== 'CERTIFICATE' || !isCertificate(block)) {
      return `must be certificates in PEM; number ${at + 1} is not one`;
    }
  }
  return null;
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).subject !== undefined;
  } catch {
    return false;
  }
}

/** The service creates or encrypts the secrets, see `service/rules`. */
export function pemCertificates(maxLength: number) {
  return z
    .string()
    .transform((value) => value.trim())
    .superRefine((value, context) => {
      const problem =
        value.length > maxLength
          ? `must be at most ${maxLength} characters long`
          : value === ''
            ? null
            : certificatesProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });
}
