/** What can be missing for the policy of an organization. */
import type { UnmetType } from '#lib/resources/policy.ts';

/** The compiler asks for each type, and a browser loads no checks of a policy for them. */
const TYPES: Readonly<Record<UnmetType, true>> = {
  NETWORK_NOT_ALLOWED: true,
  PASSWORD_NOT_ALLOWED: true,
  SESSION_TOO_OLD: true,
  SECOND_FACTOR_REQUIRED: true,
  PASSKEY_REQUIRED: true,
};

const isUnmetType = (type: string): type is UnmetType => Object.hasOwn(TYPES, type);

/** One thing that is missing for the policy of an organization. */
export interface Unmet {
  type: UnmetType;
  groupUid: string;
}

/** Those of the problems that are about a policy. */
export const unmetOf = (problems: readonly { type: string; groupUid: string }[]): Unmet[] =>
  problems.flatMap(({ type, groupUid }) => (isUnmetType(type) ? [{ type, groupUid }] : []));
