/** Counts the calls of each client network and makes room for them, before anything of them is read. */
import type { DescMethod } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { holdBytes } from '#lib/limits/held-bytes.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { toConnectError } from '#lib/transport/grpc/errors.ts';
import { networkOf } from '#lib/transport/http/client.ts';
import { kindOfMethod } from '#lib/transport/methods/reads.ts';

/** The header of every response, and the metadata of every error. */
export const REQUEST_ID = 'x-request-id';

/** True for health and reflection, which anybody may ask for. */
export const isOfGrpcItself = ({ parent }: DescMethod): boolean =>
  parent.typeName.startsWith('grpc.');

/** Of the protocols of gRPC itself, every method only reads. */
export const kindOfCall = (method: DescMethod): RequestKind =>
  isOfGrpcItself(method) ? 'read' : kindOfMethod(method);

/** Load balancers send them all the time. */
const isProbe = ({ name, parent }: DescMethod) =>
  parent.typeName === Health.typeName && name === Health.method.check.name;

/** @throws ConnectError of code RESOURCE_EXHAUSTED if the rate is used up. */
export function countCall(context: HandlerContext): void {
  if (!isProbe(context.method)) countNetwork(context, kindOfCall(context.method));
}

/** @throws ConnectError as {@link countCall}. */
export function countNetwork(context: HandlerContext, kind: RequestKind): void {
  orRefuse(context, () => countRequest('network', networkOf(context.requestHeader), kind));
}

/** Calls of health and reflection send the name of a service, a file or a symbol. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/**
 * Makes room for the message of an unknown caller, as held-bodies.ts does for their bodies.
 *
 * @throws ConnectError RESOURCE_EXHAUSTED or UNAVAILABLE if there is no room for a message.
 */
export function holdMessage(context: HandlerContext): void {
  const network = networkOf(context.requestHeader);
  const release = orRefuse(context, () => holdBytes(network, MAX_MESSAGE_BYTES));
  context.signal.addEventListener('abort', release, { once: true });
}

function orRefuse<T>({ responseHeader }: HandlerContext, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toConnectError(error, responseHeader.get(REQUEST_ID) ?? '');
  }
}
