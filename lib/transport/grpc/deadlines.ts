/** Deadlines of calls. Connect makes a signal of `grpc-timeout`, which ends the work as `signal` of a call. */

/** Node.js ends a timer that is set for longer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @see https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md */
const MS_OF_UNIT: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000 };

/** Removes the deadline of a call if it is weeks away, so that it counts as none. */
export function dropDistantDeadline(headers: Headers): void {
  const [, count, unit = ''] = /^(\d+)([HMS])$/.exec(headers.get('grpc-timeout') ?? '') ?? [];
  if (Number(count) * (MS_OF_UNIT[unit] ?? 0) > MAX_TIMER_MS) headers.delete('grpc-timeout');
  const milliseconds = headers.get('connect-timeout-ms') ?? '';
  if (/^\d{1,10}$/.test(milliseconds) && Number(milliseconds) > MAX_TIMER_MS) {
    headers.delete('connect-timeout-ms');
  }
}

/** Rejects as soon as the signal is aborted: a deadline holds even if the work takes longer. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T> | T,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
