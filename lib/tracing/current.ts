/** The trace that the running code belongs to, through everything that it awaits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { perProcess } from '#lib/per-process.ts';
import type { TraceContext } from './trace-context.ts';

const newStorage = () => new AsyncLocalStorage<TraceContext | undefined>();
const storage = perProcess('trace', newStorage).value;

/** Undefined unless a caller sent one, or spans are exported. */
export function currentTrace(): TraceContext | undefined {
  return storage.getStore();
}

/** Runs `work`, whose requests and log lines belong to the trace. */
export function inTrace<T>(context: TraceContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * Sets the trace of the code that runs from now on; undefined for none. For hooks that run for each
 * request and cannot wrap its handler.
 */
export function enterTrace(context: TraceContext | undefined): void {
  if (storage.getStore() !== context) storage.enterWith(context);
}

/** Runs work that a request happens to start, but that is not part of the request. */
export function outsideTraces<T>(work: () => T): T {
  return storage.exit(work);
}
