/**
 * The 10,000 most used passwords, the most used first, from the lists of @zxcvbn-ts (MIT licence,
 * https://github.com/zxcvbn-ts/zxcvbn).
 */
import counted from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

const COUNT = 10_000;

export const COMMON_PASSWORDS: readonly string[] = counted.slice(0, COUNT);

const known = new Set(COMMON_PASSWORDS);

/** @param text in lower case. */
export function isCommonPassword(text: string): boolean {
  return known.has(text);
}
