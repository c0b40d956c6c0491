/**
 * Limits the bytes of audit records that a share writes in a day. The quota refills evenly.
 * Processes with one database share this quota, as they share request rates.
 */
import { config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';
import { reportSpending } from './cluster-rates.ts';
import { TokenBuckets } from './token-buckets.ts';

const DAY_S = 24 * 60 * 60;

/** The part of the quota for callers who are not of the organization, so that they leave the rest. */
const OUTSIDERS_PART = 0.25;

/** Shares that are remembered. */
const MAX_KEYS = 20_000;

const current = perProcess<ReturnType<typeof newQuota>>('recordBytes');

/** For the quota of the current settings. */
function quotaOf(bytes: number) {
  const known = current.value;
  return known?.bytes === bytes ? known : (current.value = newQuota(bytes));
}

function newQuota(bytes: number) {
  const bucketsOf = (quota: number) => new TokenBuckets({ quota, windowSeconds: DAY_S }, MAX_KEYS);
  const [all, outsiders] = [bucketsOf(bytes), bucketsOf(Math.ceil(bytes * OUTSIDERS_PART))];
  const stopReports = reportSpending([
    { name: 'record', buckets: all },
    { name: 'record-outsiders', buckets: outsiders },
  ]);
  return { bytes, all, outsiders, stopReports };
}

/**
 * Takes the bytes of a record from what its share has left.
 *
 * @returns false if it has less, and then takes nothing.
 */
export function takeRecordBytes(share: string, bytes: number, isOutsider: boolean): boolean {
  const quota = config().auditQuota;
  if (quota === null) return true;
  const { all, outsiders } = quotaOf(quota);
  const now = performance.now();
  if (isOutsider && !outsiders.take(share, now, bytes).allowed) return false;
  return all.take(share, now, bytes).allowed;
}

export async function stopRecordBytes(): Promise<void> {
  await current.value?.stopReports();
  current.take();
}
