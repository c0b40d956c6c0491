/** Handles calls of gRPC, gRPC-Web and Connect: finds the method and the protocol. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { createConnectRouter } from '@connectrpc/connect';
import type { ConnectRouter, HandlerContext, MethodImpl } from '@connectrpc/connect';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { logError } from '#lib/log.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { ServerReflection } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { ServerReflection as AlphaReflection } from '#lib/generated/proto/grpc/reflection/v1alpha/reflection_pb.js';
import { limitArrival, MAX_BODY_BYTES, maxBodyMs } from '#lib/transport/http/limits.ts';
import { urlOf } from '#lib/transport/server/node-messages.ts';
import { CUSTOM_METHODS } from '#lib/transport/methods/custom-methods.ts';
import { countCall, isOfGrpcItself } from './call-rates.ts';
import { identifyCaller } from './callers.ts';
import { holdMessage, MAX_MESSAGE_BYTES } from './held-messages.ts';
import { dropDistantDeadline } from './deadlines.ts';
import { healthService } from './health.ts';
import { requestJson } from './messages.ts';
import { explainErrors, refuseUnknownMethod } from './protocol-errors.ts';
import { definitionsOf, reflection } from './reflection.ts';
import { methodOf, SERVICES } from '#lib/transport/methods/services.ts';
import { unary } from './unary.ts';
import { boundedStreams } from './watches.ts';
import type { Work } from './unary.ts';
import { VERBS } from './verbs.ts';

type RpcHandler = (message: IncomingMessage, response: ServerResponse) => void;

/** A gRPC path starts with the package, and so contains a dot. */
const RPC_PATH = /^\/(?:grove|grpc)\.[\w.]+\/\w+$/;

/** Content types that only calls use. */
const RPC_TYPE = /^application\/(?:grpc|connect\+)/i;

/** Connect clients send it, because their other content types are not specific to Connect. */
const CONNECT_HEADER = 'connect-protocol-version';

/** True for calls, including calls of services that do not exist. */
export function isRpc({ url = '', headers }: IncomingMessage): boolean {
  return (
    RPC_PATH.test(url.split('?', 1)[0] ?? '') ||
    RPC_TYPE.test(headers['content-type'] ?? '') ||
    CONNECT_HEADER in headers
  );
}

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
export function createRpcHandler(stopping: AbortSignal): RpcHandler {
  const router = createConnectRouter({ ...OPTIONS, requestGate: admit });
  registerAll(router, stopping);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  const unknown = unknownMethods();
  return (message, response) => {
    const path = (message.url ?? '').split('?', 1)[0] ?? '';
    const handler = handlers.get(path) ?? unknown(message);
    if (handler === undefined || !hasUrl(message)) {
      response.writeHead(handler === undefined ? 404 : 400).end();
      return;
    }
    limitArrival(message, maxBodyMs(), () => message.destroy());
    const request = {
      ...universalRequestFromNodeRequest(message, response, undefined, undefined),
      body: message.iterator({ destroyOnReturn: false }),
    };
    dropDistantDeadline(request.header);
    // The unread rest of a message that is too large would block the next request on the
    // connection.
    response.once('finish', () => message.removeAllListeners('readable').resume());
    handler(request)
      .then((answer) => universalResponseToNodeResponse(answer, response))
      .catch((error: unknown) => {
        // A client that disconnects before the response is not an error.
        if (!request.signal.aborted) logError('a call could not be answered', error);
        response.destroy();
      });
  };
}

/**
 * Handles calls of methods that do not exist. It uses the methods of an existing service, one for
 * messages and one for streams, and rejects the call before they run.
 */
function unknownMethods() {
  const router = createConnectRouter({ ...OPTIONS, requestGate: refuseUnknownMethod });
  router.service(Health, {});
  const [one, stream] = (['unary', 'server_streaming'] as const).map((kind) =>
    router.handlers.find(({ method }) => method.methodKind === kind),
  );
  return ({ method, headers }: IncomingMessage) => {
    const type = headers['content-type'] ?? '';
    if (method !== 'POST') return undefined;
    return [stream, one].find((handler) => handler?.supportedContentType(type));
  };
}

/** Without a valid host the request has no URL, and the libraries would throw. */
function hasUrl(message: IncomingMessage): boolean {
  try {
    return urlOf(message) !== '';
  } catch {
    return false;
  }
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
    register(method, async (call, request) => ({
      body: await operation(call, requestJson(method.input, request)),
    }));
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
