/** Limits how many imports one caller runs at a time. */
import { ApiError } from '#lib/aip/errors.ts';

const FOR_EACH_CALLER = 2;
const RETRY_SECONDS = 10;

/** Next bundles a second copy of this module. */
const shared = globalThis as typeof globalThis & { groveImports?: Map<string, number> };

/** @throws ApiError RESOURCE_EXHAUSTED if the caller already runs as many imports as allowed. */
export async function withPlace<T>(caller: string, work: () => Promise<T>): Promise<T> {
  const running = (shared.groveImports ??= new Map());
  const count = running.get(caller) ?? 0;
  if (count >= FOR_EACH_CALLER) {
    const cause = `${FOR_EACH_CALLER} imports of yours are running; try again when one has ended`;
    throw new ApiError('RESOURCE_EXHAUSTED', cause, {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    });
  }
  running.set(caller, count + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(caller) ?? 1) - 1;
    if (left === 0) running.delete(caller);
    else running.set(caller, left);
  }
}
