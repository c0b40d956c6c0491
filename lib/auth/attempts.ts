/** Failed attempts make the next one wait: 1 s after the fifth, then twice as long each time. */
import { createHash } from 'node:crypto';
import { ApiError } from '#lib/aip/errors.ts';
import { transaction } from '#lib/store/database.ts';

const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 15 * 60 * 1000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

function waitAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0;
  return Math.min(1000 * 2 ** (failures - FREE_ATTEMPTS), LONGEST_WAIT_MS);
}

// What was attempted may be a password typed into the wrong field, so only its hash is kept.
function keyOf(what: string): string {
  return createHash('sha256').update(what).digest('base64url');
}

/**
 * Counts an attempt as failed before it is made, so that guesses at the same
 * time cannot slip through; {@link forgetAttempts} takes it back on success.
 *
 * @param what for example `sign-in:someone@example.com`, whether or not it exists.
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after`, in seconds, while the caller has to wait.
 */
export async function countAttempt(what: string, now = Date.now()): Promise<void> {
  const key = keyOf(what);
  const waitMs = await transaction(async (tx) => {
    await tx.attempt.deleteMany({ where: { retryTime: { lt: new Date(now - FORGOTTEN_AFTER_MS) } } });
    const known = await tx.attempt.findUnique({ where: { key } });
    const left = (known?.retryTime.getTime() ?? 0) - now;
    if (left > 0) return left;
    const failures = (known?.failures ?? 0) + 1;
    const retryTime = new Date(now + waitAfter(failures));
    await tx.attempt.upsert({
      where: { key },
      create: { key, failures, retryTime },
      update: { failures, retryTime },
    });
    return 0;
  });
  if (waitMs > 0) throw tooMany(waitMs);
}

export async function forgetAttempts(what: string): Promise<void> {
  await transaction((tx) => tx.attempt.deleteMany({ where: { key: keyOf(what) } }));
}

function tooMany(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError('RESOURCE_EXHAUSTED', `too many attempts; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
    metadata: { retryAfterSeconds: String(seconds) },
  });
}
