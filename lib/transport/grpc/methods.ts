/** The methods of gRPC, gRPC-Web and Connect by their paths, for both ways in which calls arrive. */
import { compressionBrotli, compressionGzip } from '@connectrpc/connect-node';
import { createConnectRouter } from '@connectrpc/connect';
import type { ConnectRouter, HandlerContext, MethodImpl } from '@connectrpc/connect';
import { uResponseMethodNotAllowed, type UniversalHandlerFn } from '@connectrpc/connect/protocol';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { ServerReflection } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { ServerReflection as AlphaReflection } from '#lib/generated/proto/grpc/reflection/v1alpha/reflection_pb.js';
import { RESOURCES } from '#lib/resources/index.ts';
import { MAX_BODY_BYTES } from '#lib/transport/http/limits.ts';
import { CUSTOM_METHODS, STREAMED_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { methodOf, SERVICES } from '#lib/transport/methods/services.ts';
import { countCall, holdMessage, isOfGrpcItself, MAX_MESSAGE_BYTES } from './call-rates.ts';
import { identifyCaller } from './callers.ts';
import { healthService } from './health.ts';
import { requestJson } from './messages.ts';
import { explainErrors, refuseUnknownMethod } from './protocol-errors.ts';
import { definitionsOf, reflection } from './reflection.ts';
import { streaming } from './streaming.ts';
import { unary, type Work } from './unary.ts';
import { VERBS } from './verbs.ts';
import { boundedStreams } from './watches.ts';

/** What a call says of itself before its message. */
export interface CallHead {
  method: string;
  path: string;
  contentType: string;
}

/** Undefined for a request that is not a call. */
export type FindMethod = (head: CallHead) => UniversalHandlerFn | undefined;

const OPTIONS = {
  acceptCompression: [compressionGzip, compressionBrotli],
  readMaxBytes: MAX_BODY_BYTES,
  // As in a body of REST: a misspelt filter must not list everything.
  jsonOptions: { ignoreUnknownFields: false },
};

/** Runs before anything of the message is read. */
async function admit(context: HandlerContext): Promise<void> {
  explainErrors(context);
  countCall(context);
  if (isOfGrpcItself(context.method)) holdMessage(context);
  await identifyCaller(context);
}

/** @param stopping aborted when the server begins to stop. */
export function rpcMethods(stopping: AbortSignal): FindMethod {
  const router = createConnectRouter({ ...OPTIONS, requestGate: admit });
  registerAll(router, stopping);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  const unknown = unknownMethods();
  return (head) => {
    const handler = handlers.get(head.path);
    return handler === undefined || head.method === 'POST'
      ? (handler ?? unknown(head))
      : onlyByPost;
  };
}

/** Connect would serve calls that only read by GET as well, with their message in the address. */
const onlyByPost: UniversalHandlerFn = () => Promise.resolve(uResponseMethodNotAllowed);

/**
 * Handles calls of methods that do not exist. It uses the methods of an existing service, one for
 * messages and one for streams, and rejects the call before they run.
 */
function unknownMethods(): FindMethod {
  const router = createConnectRouter({ ...OPTIONS, requestGate: refuseUnknownMethod });
  router.service(Health, {});
  const [one, stream] = (['unary', 'server_streaming'] as const).map((kind) =>
    router.handlers.find(({ method }) => method.methodKind === kind),
  );
  return ({ method, contentType }) => {
    if (method !== 'POST') return undefined;
    return [stream, one].find((handler) => handler?.supportedContentType(contentType));
  };
}

function registerAll(router: ConnectRouter, stopping: AbortSignal): void {
  const register = (method: DescMethodUnary, work: Work) =>
    router.rpc(method, unary(method, work) as MethodImpl<DescMethodUnary>);
  for (const definition of RESOURCES) {
    for (const verb of definition.verbs) {
      const method = methodOf(definition, verb);
      register(method, VERBS[verb](definition, method));
    }
  }
  for (const { method, operation } of CUSTOM_METHODS) {
    register(method, async (call, request, headers) => {
      const ifMatch = headers.get('if-match');
      return { body: await operation(call, requestJson(method.input, request), ifMatch) };
    });
  }
  for (const streamed of STREAMED_METHODS) {
    router.rpc(streamed.method, streaming(streamed, stopping));
  }
  const services = [...SERVICES, Health, ServerReflection, AlphaReflection];
  const definitions = definitionsOf(services);
  const v1 = ServerReflection.method.serverReflectionInfo;
  const v1alpha = AlphaReflection.method.serverReflectionInfo;
  const bounded = boundedStreams();
  const small = { readMaxBytes: MAX_MESSAGE_BYTES };
  router
    .service(Health, healthService(definitions.services, stopping, bounded), small)
    .rpc(v1, reflection(definitions, v1.input, v1.output, bounded), small)
    .rpc(v1alpha, reflection(definitions, v1alpha.input, v1alpha.output, bounded), small);
}
