/** Spans of the work of Grove. None is made while nobody collects them. */
import type { TraceContext } from './trace-context.ts';

export type SpanKind = 'server' | 'client';

type SpanAttributes = Record<string, string | number>;

/** An operation under way. `end` is called once. */
export interface Span {
  context: TraceContext;
  end(attributes: SpanAttributes, hasFailed: boolean): void;
}

/** @param parent the span that it is part of; undefined begins a trace. */
export type StartSpan = (
  name: string,
  kind: SpanKind,
  parent: TraceContext | undefined,
  attributes: SpanAttributes,
) => Span;

const shared = globalThis as typeof globalThis & { groveStartSpan?: StartSpan };

/** Undefined while nobody collects spans. */
export function spanStarter(): StartSpan | undefined {
  return shared.groveStartSpan;
}

/** @param start undefined ends the collecting. */
export function collectSpans(start: StartSpan | undefined): void {
  if (start === undefined) delete shared.groveStartSpan;
  else shared.groveStartSpan = start;
}
