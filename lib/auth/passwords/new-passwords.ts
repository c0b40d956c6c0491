import counted from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import { accountWords, PASSWORD_RULES, type PasswordOwner } from '#lib/auth/password-rules.ts';

/**
 * The problem with a new password, or null. A message puts the name of the field in front of it.
 */
export function passwordViolation(password: string, owner: PasswordOwner): string | null {
  const context = { words: accountWords(owner), isCommon: isCommonPassword };
  for (const rule of PASSWORD_RULES) {
    const violation = rule.violation(password, context);
    if (violation !== null) return violation;
  }
  return null;
}

const COUNT = 10_000;

/**
 * The 10,000 most used passwords, the most used first, from the lists of @zxcvbn-ts (MIT licence,
 * https://github.com/zxcvbn-ts/zxcvbn).
 */
export const COMMON_PASSWORDS: readonly string[] = counted.slice(0, COUNT);

const known = new Set(COMMON_PASSWORDS);

/** @param text in lower case. */
function isCommonPassword(text: string): boolean {
  return known.has(text);
}
