/** How long the server keeps audit records. */
import { OperatorError } from '#lib/operator-error.ts';
import { quote } from './environment.ts';
import type { Environment } from './environment.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns milliseconds; null where records are kept for ever. */
export function readAuditRetention(env: Environment): number | null {
  const value = env.GROVE_AUDIT_RETENTION ?? '';
  if (value === '' || value === '0') return null;
  const [, days] = /^([1-9]\d{0,4})d$/.exec(value) ?? [];
  if (days === undefined) {
    throw new OperatorError(
      `GROVE_AUDIT_RETENTION must be days, such as 400d, not ${quote(value)}`,
    );
  }
  return Number(days) * DAY_MS;
}
