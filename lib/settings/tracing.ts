/** Whether spans are exported, by the variables that OpenTelemetry gives names to. */
import { OperatorError } from '#lib/operator-error.ts';
import { quote, readFlag, valueOf } from './environment.ts';
import type { Environment } from './environment.ts';

export interface TracingSettings {
  sampling: Sampling;
}

/** Which traces are recorded. */
export interface Sampling {
  /** Whether the caller's decision counts where it sent one. */
  isParentBased: boolean;
  /** All, none, or the part of the traces from 0 to 1. */
  root: 'all' | 'none' | number;
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
const PROTOCOL = 'http/protobuf';

/** @returns undefined if nothing is exported. */
export function readTracing(env: Environment): TracingSettings | undefined {
  const isOff = readFlag('OTEL_SDK_DISABLED', env) || env.OTEL_TRACES_EXPORTER === 'none';
  const used = ENDPOINTS.filter((name) => (env[name] ?? '') !== '');
  if (isOff || used.length === 0) return undefined;
  for (const name of used) checkEndpoint(name, env[name] ?? '');
  for (const name of PROTOCOLS) {
    const value = env[name] || PROTOCOL;
    if (value !== PROTOCOL) {
      throw new OperatorError(`${name} must be ${PROTOCOL}, not ${quote(value)}`);
    }
  }
  return { sampling: readSampling(env) };
}

/** The text may contain a password, so the message does not repeat it. */
function checkEndpoint(name: string, value: string): void {
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return;
  throw new OperatorError(
    `${name} must be an http or https address, such as http://localhost:4318`,
  );
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'];

function readSampling(env: Environment): Sampling {
  const value = valueOf('OTEL_TRACES_SAMPLER', env);
  const sampler = value.replace(/^parentbased_/, '');
  if (!SAMPLERS.includes(sampler)) {
    const known = [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}`)].join(', ');
    throw new OperatorError(`OTEL_TRACES_SAMPLER must be one of ${known}, not ${quote(value)}`);
  }
  const isParentBased = sampler !== value;
  if (sampler === 'traceidratio') return { isParentBased, root: readRatio(env) };
  return { isParentBased, root: sampler === 'always_on' ? 'all' : 'none' };
}

function readRatio({ OTEL_TRACES_SAMPLER_ARG: value }: Environment): number {
  if (value === undefined || value === '') return 1;
  const ratio = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new OperatorError(
    `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${quote(value)}`,
  );
}
