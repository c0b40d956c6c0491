/** How long the server keeps audit records, and how much it writes of them. */
import { readDuration, readWhole, type Environment } from './environment.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns milliseconds; null where records are kept for ever. */
export function readAuditRetention(env: Environment): number | null {
  return readDuration('GROVE_AUDIT_RETENTION', env, { d: DAY_MS }, 'days, such as 400d');
}

const MIB = 1024 * 1024;

/** @returns bytes a day for each organization; null where there is no quota. */
export function readAuditQuota(env: Environment): number | null {
  const megabytes = readWhole('GROVE_AUDIT_QUOTA', env, { least: 0 });
  return megabytes === 0 ? null : megabytes * MIB;
}
