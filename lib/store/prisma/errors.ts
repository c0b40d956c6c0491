/** What the database said, behind an error of Prisma or of its adapters. */
export interface Cause {
  /** As Prisma sorts errors. */
  kind: string;
  /** The error code of the driver. */
  originalCode?: string;
  originalMessage?: string;
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? Reflect.get(value, name)
    : undefined;

/** Null for an error that is not of the database. */
export function causeOf(error: unknown): Cause | null {
  const adapters = partOf(partOf(error, 'meta'), 'driverAdapterError') ?? error;
  const cause = partOf(adapters, 'cause');
  return typeof partOf(cause, 'kind') === 'string' ? (cause as Cause) : null;
}

/** Of the driver; empty if there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return causeOf(error)?.originalCode ?? code;
}

const EXPIRED = 'P2028';

/** True if a transaction did not begin in time, or was ended because it took too long. */
export const isExpired = (error: unknown): boolean => partOf(error, 'code') === EXPIRED;

/** Rejects with what `explained` makes of an error, which is what the caller gets. */
export async function explaining<T>(
  explained: (error: unknown) => unknown,
  work: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}
