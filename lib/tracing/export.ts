/**
 * Sends spans over OTLP where OTEL_EXPORTER_OTLP_ENDPOINT is set. OpenTelemetry is loaded only then,
 * and is not registered for the process: no other package adds spans of its own.
 */
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, SpanContext, Tracer } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import { config } from '#lib/config.ts';
import { logSeldom } from '#lib/log.ts';
import { proxyOptions } from '#lib/settings/outgoing.ts';
import { readReceiverTrust, type Tracing } from '#lib/settings/tracing.ts';
import { VERSION } from '#lib/version.ts';
import { outsideTraces } from './current.ts';
import { collectSpans, type StartSpan } from './spans.ts';
import type { TraceContext } from './trace-context.ts';

/** How long stopping waits for the last spans to be received. */
const LAST_SPANS_MS = 3_000;

/**
 * @param isNear whether a host is reached past a proxy.
 * @returns a function that sends the last spans and ends the export; null without an export.
 */
export async function exportSpans(
  isNear: (hostname: string) => Promise<boolean>,
): Promise<(() => Promise<void>) | null> {
  const { tracing } = config();
  if (tracing === undefined) return null;
  const isPastProxy = await isNear(tracing.receiver.hostname);
  const proxies = isPastProxy ? undefined : config().proxies;
  const [api, sdk, resources, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  api.diag.setLogger(problemLogger(), api.DiagLogLevel.ERROR);
  const named = resources.resourceFromAttributes({
    'service.name': 'grove',
    'service.version': VERSION,
  });
  // The exporter reads the address, headers and timeout from the environment.
  const exporter = new otlp.OTLPTraceExporter(
    proxies && {
      httpAgentOptions: {
        keepAlive: true,
        ...readReceiverTrust(process.env),
        ...proxyOptions(proxies),
      },
    },
  );
  const provider = new sdk.TracerProvider({
    resource: named.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(tracing, sdk),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  collectSpans(starter(api, provider.getTracer('grove', VERSION)));
  return async () => {
    collectSpans(undefined);
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

type Api = typeof OpenTelemetry;

function samplerOf({ isParentBased, part }: Tracing, sdk: typeof Sdk): Sdk.Sampler {
  const root = new sdk.TraceIdRatioBasedSampler(part);
  return isParentBased ? new sdk.ParentBasedSampler({ root }) : root;
}

function starter(api: Api, tracer: Tracer): StartSpan {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };
  const parentOf = (parent: TraceContext | undefined): Context =>
    parent === undefined
      ? api.ROOT_CONTEXT
      : api.trace.setSpanContext(api.ROOT_CONTEXT, toSpanContext(parent, api));
  return (name, kind, parent, attributes) => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(parent));
    return {
      context: fromSpanContext(span.spanContext()),
      end(results, hasFailed) {
        // A connection may break after its answer has come.
        if (!span.isRecording()) return;
        span.setAttributes(results);
        if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

function toSpanContext({ traceId, spanId, flags, state }: TraceContext, api: Api): SpanContext {
  const traceState = state === undefined ? {} : { traceState: api.createTraceState(state) };
  return { traceId, spanId, traceFlags: flags, isRemote: true, ...traceState };
}

function fromSpanContext({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const state = traceState?.serialize() ?? '';
  return { traceId, spanId, flags: traceFlags, ...(state !== '' && { state }) };
}

function problemLogger() {
  const ignore = () => undefined;
  return {
    // A receiver that is away for hours must not fill the log.
    error(problem: string) {
      outsideTraces(() => logSeldom('spans could not be exported', messageOf(problem)));
    },
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}

/** OpenTelemetry reports an error as JSON with its stack. */
function messageOf(problem: string): string {
  return /"message":"([^"]*)"/.exec(problem)?.[1] ?? problem;
}
