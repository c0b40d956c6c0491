/** What can be missing for the policy of an organization. */
import type { UnmetType } from '#lib/resources/policy.ts';

/** The compiler asks for each type, and a browser loads no checks of a policy for them. */
const TYPES: Readonly<Record<UnmetType, true>> = {
  NETWORK_NOT_ALLOWED: true,
  SESSION_TOO_OLD: true,
  SECOND_FACTOR_REQUIRED: true,
  PASSKEY_REQUIRED: true,
};

export const isUnmetType = (type: string): type is UnmetType => Object.hasOwn(TYPES, type);
