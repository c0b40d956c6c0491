/** Signs texts that this installation gives to clients and does not store. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { secrets } from './secrets.ts';

/**
 * As base64url, in 43 characters.
 *
 * @param parts the purpose, and the signed values.
 */
export function signatureOf(...parts: readonly unknown[]): string {
  return createHmac('sha256', secrets().session).update(JSON.stringify(parts)).digest('base64url');
}

/** Takes the same time wherever the texts differ, so that the time does not reveal the place. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
