import { accountWords, PASSWORD_RULES } from '#lib/auth/passwords/rules.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Whom a password is for, as far as that is known. */
export interface PasswordOwner {
  email?: string;
  /** Of the person and the groups that the account belongs to. */
  names?: readonly string[];
}

/** What is wrong with a new password, to follow the name of its field, or null. */
export function passwordViolation(password: string, owner: PasswordOwner): string | null {
  const context = { words: accountWords(owner), isCommon: isCommonPassword };
  for (const rule of PASSWORD_RULES) {
    const violation = rule.violation(password, context);
    if (violation !== null) return violation;
  }
  return null;
}
