/**
 * The place of a request in a trace that several programs share, and the headers that carry it.
 *
 * @see https://www.w3.org/TR/trace-context/
 */

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The current span: 16 hexadecimal digits. */
  spanId: string;
  /** A byte; its lowest bit says that the trace is recorded. */
  flags: number;
  /** What other systems keep in the trace, as they wrote it. */
  state?: string;
}

const VERSION_AND_REST = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ONLY_ZEROS = /^0+$/;
const STATE = /^[\x20-\x7e]{1,512}$/;

/** The flags that version 00 knows: recorded, and made at random. */
const KNOWN_FLAGS = 0b11;

/** @returns undefined for a header that is missing or not valid; then its state does not count. */
export function readTraceContext(
  traceparent: string | null | undefined,
  tracestate: string | null | undefined,
): TraceContext | undefined {
  const parts = VERSION_AND_REST.exec(traceparent ?? '');
  if (parts === null) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = parts;
  // Later versions may append fields; version 00 has none, and ff is none.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ONLY_ZEROS.test(traceId) || ONLY_ZEROS.test(spanId)) return undefined;
  const state = STATE.test(tracestate ?? '') ? { state: tracestate ?? '' } : {};
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & KNOWN_FLAGS, ...state };
}

/** The headers `traceparent` and `tracestate` of W3C Trace Context. */
export function traceHeaders(context: TraceContext): Record<string, string> {
  const { traceId, spanId, flags, state } = context;
  const traceparent = `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
  return { traceparent, ...(state !== undefined && { tracestate: state }) };
}
