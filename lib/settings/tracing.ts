/** Whether spans are exported, by the variables that OpenTelemetry gives names to. */
import { OperatorError } from '#lib/operator-error.ts';
import {
  notValid,
  readChoice,
  readFile,
  readFlag,
  valueOf,
  type Environment,
} from './environment.ts';

/** Which spans are exported. */
export interface Sampling {
  /** Whether the caller's decision counts where it sent one. */
  isParentBased: boolean;
  /** The part of the traces, from 0 to 1. */
  part: number;
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;

/** @returns undefined if nothing is exported. */
export function readTracing(env: Environment): Sampling | undefined {
  const isOff = readFlag('OTEL_SDK_DISABLED', env) || env.OTEL_TRACES_EXPORTER === 'none';
  const used = ENDPOINTS.filter((name) => (env[name] ?? '') !== '');
  if (isOff || used.length === 0) return undefined;
  for (const name of used) checkEndpoint(name, env[name] ?? '');
  for (const name of PROTOCOLS) readChoice(name, env, ['http/protobuf']);
  return readSampling(env);
}

/** The address of the receiver, where {@link readTracing} finds one. */
export const receiverAddress = (env: Environment): URL =>
  new URL(ENDPOINTS.map((name) => env[name] ?? '').find((value) => value !== '') ?? '');

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
    throw notValid('OTEL_TRACES_SAMPLER', `be one of ${known}`, value);
  }
  const isParentBased = sampler !== value;
  const part = sampler === 'traceidratio' ? readRatio(env) : Number(sampler === 'always_on');
  return { isParentBased, part };
}

function readRatio(env: Environment): number {
  const value = valueOf('OTEL_TRACES_SAMPLER_ARG', env);
  const ratio = /^\d*\.?\d+$/.test(value) ? Number(value) : NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw notValid('OTEL_TRACES_SAMPLER_ARG', 'be a number from 0 to 1', value);
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
