/** Counts the calls of each client network, before anything of them is read. */
import type { DescMethod } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import { Health } from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { countRequest } from '#lib/limits/request-rates.ts';
import type { RequestKind } from '#lib/settings/limits.ts';
import { networkOf } from '#lib/transport/http/client.ts';
import { toConnectError } from './errors.ts';

/** The header of every response, and the metadata of every error. */
export const REQUEST_ID = 'x-request-id';

/** The methods that change nothing; of the protocols of gRPC itself, all. */
const READS = /^(?:Get|List|Explain|WhoCan|Summarize)/;

/** True for health and reflection, which anybody may ask for. */
export const isOfGrpcItself = ({ parent }: DescMethod): boolean =>
  parent.typeName.startsWith('grpc.');

export function kindOfCall(method: DescMethod): RequestKind {
  return READS.test(method.name) || isOfGrpcItself(method) ? 'read' : 'write';
}

/** Load balancers send them all the time. */
const isProbe = ({ name, parent }: DescMethod) =>
  parent.typeName === Health.typeName && name === Health.method.check.name;

/** @throws ConnectError of code RESOURCE_EXHAUSTED if the rate is used up. */
export function countCall(context: HandlerContext): void {
  if (!isProbe(context.method)) countNetwork(context, kindOfCall(context.method));
}

/** @throws ConnectError as {@link countCall}. */
export function countNetwork(
  { requestHeader, responseHeader }: HandlerContext,
  kind: RequestKind,
): void {
  try {
    countRequest('network', networkOf(requestHeader), kind);
  } catch (error) {
    throw toConnectError(error, responseHeader.get(REQUEST_ID) ?? '');
  }
}
