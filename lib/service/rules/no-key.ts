import { refusal } from '#lib/aip/errors.ts';
import type { Call } from '#lib/service/calls/call.ts';

/**
 * For things that act on their own, as a key does. A leaked key would still act in them after it is deleted.
 *
 * @param what the key cannot do: `make keys`.
 * @throws ApiError FAILED_PRECONDITION `KEY_NOT_ALLOWED`.
 */
export function requireNoKey({ principal: { key } }: Call, what: string): void {
  if (key === undefined) return;
  const words = `a key cannot ${what}; sign in, or use a token of your issuer`;
  throw refusal('KEY_NOT_ALLOWED', words, key.uid);
}
