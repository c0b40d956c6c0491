/** Whether spans are exported, by the variables that OpenTelemetry gives names to. */
import type { Settings } from './declared.ts';
import { readFile } from './kinds/values.ts';

/** Which spans are exported. */
export interface Tracing {
  /** The address of the receiver. */
  receiver: URL;
  /** Whether the caller's decision counts where it sent one. */
  isParentBased: boolean;
  /** The part of the traces, from 0 to 1. */
  part: number;
}

/** @returns undefined if nothing is exported. */
export function readTracing(settings: Settings): Tracing | undefined {
  if (settings('OTEL_SDK_DISABLED') || settings('OTEL_TRACES_EXPORTER') === 'none')
    return undefined;
  const general = settings('OTEL_EXPORTER_OTLP_ENDPOINT');
  const address = settings('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? general;
  if (address === undefined) return undefined;
  settings('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL');
  settings('OTEL_EXPORTER_OTLP_PROTOCOL');
  const { kind, isParentBased } = settings('OTEL_TRACES_SAMPLER');
  const part =
    kind === 'traceidratio' ? settings('OTEL_TRACES_SAMPLER_ARG') : Number(kind === 'always_on');
  return { receiver: new URL(address), isParentBased, part };
}

/**
 * The files that OpenTelemetry gives names to. Its exporter passes them over where it is given other
 * options of connections.
 *
 * @throws OperatorError for a file that cannot be read.
 */
export function readReceiverTrust(env: Readonly<Record<string, string | undefined>>) {
  const [ca, cert, key] = ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'].map((what) => {
    const names = [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`];
    const name = names.find((one) => (env[one] ?? '') !== '');
    return name === undefined ? undefined : readFile(env[name] ?? '', name);
  });
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}
