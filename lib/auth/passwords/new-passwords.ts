import { accountWords, PASSWORD_RULES, type PasswordOwner } from '#lib/auth/password-rules.ts';
import { isCommonPassword } from './common-passwords.ts';

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
