/**
 * The metrics as a scraper asks for them.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
import { Registry } from 'prom-client';
import { startMetrics } from './registry.ts';

/** OpenMetrics, except for who prefers the older text. */
export async function exposition(
  accept: string | null | undefined,
): Promise<{ text: string; type: string }> {
  const metrics = startMetrics();
  const text = await metrics.metrics();
  return prefersText(accept ?? '')
    ? { text: toText(text), type: Registry.PROMETHEUS_CONTENT_TYPE }
    : { text, type: metrics.contentType };
}

/** Whether `Accept` has plain text before OpenMetrics (RFC 9110, 12.5.1). */
function prefersText(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { type, weight: Number(weight) || 0 };
  });
  const weightOf = (...types: string[]) =>
    Math.max(0, ...ranges.filter(({ type }) => types.includes(type)).map(({ weight }) => weight));
  return weightOf('text/plain', 'text/*') > weightOf('application/openmetrics-text');
}

/** A family of counters has its name without the ending of its samples in OpenMetrics. */
const toText = (openMetrics: string): string =>
  openMetrics
    .replaceAll(
      /^# HELP (\S+)(.*)\n# TYPE \1 counter$/gm,
      '# HELP $1_total$2\n# TYPE $1_total counter',
    )
    .replace(/# EOF\n$/, '');
