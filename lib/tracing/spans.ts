/** Spans of the work of Grove. None is made while nobody collects them. */
import { perProcess } from '#lib/per-process.ts';
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

const starter = perProcess<StartSpan>('startSpan');

/** Undefined while nobody collects spans. */
export function spanStarter(): StartSpan | undefined {
  return starter.value;
}

/** @param start undefined ends the collecting. */
export function collectSpans(start: StartSpan | undefined): void {
  starter.value = start;
}
