/** Signs what this installation hands out and stores nowhere. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { secrets } from './secrets.ts';

/**
 * As base64url, in 43 characters.
 *
 * @param parts what it is for, and of.
 */
export function signatureOf(...parts: readonly unknown[]): string {
  return createHmac('sha256', secrets().session).update(JSON.stringify(parts)).digest('base64url');
}

/** Takes as long wherever they differ, so that the time does not reveal it. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
