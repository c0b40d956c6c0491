/** How long the server keeps audit records, and how much it writes of them. */
import { OperatorError } from '#lib/operator-error.ts';
import { quote, readWhole, type Environment } from './environment.ts';

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

const MIB = 1024 * 1024;

/** @returns bytes a day for each organization; null where there is no quota. */
export function readAuditQuota(env: Environment): number | null {
  const megabytes = readWhole('GROVE_AUDIT_QUOTA', env, { least: 0 });
  return megabytes === 0 ? null : megabytes * MIB;
}
