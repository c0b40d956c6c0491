/** Errors of gRPC: a status with the details of AIP-193. */
import { createRegistry, fromJson, type JsonObject } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { STATUS } from '#lib/aip/errors.ts';
import { file_google_rpc_error_details } from '#lib/generated/proto/google/rpc/error_details_pb.js';
import { errorDetails, errorInfo, toApiError } from '#lib/transport/http/answers.ts';

const DETAILS = createRegistry(file_google_rpc_error_details);

/** @param signal of the call. If it is aborted, its reason is the error. */
export function toConnectError(
  error: unknown,
  requestId: string,
  signal?: AbortSignal,
): ConnectError {
  if (signal?.aborted === true) return ConnectError.from(signal.reason, Code.Canceled);
  const apiError = toApiError(error, requestId);
  // The codes are those of gRPC.
  const code = STATUS[apiError.status].code as Code;
  const details = errorDetails(apiError, requestId).map(toDetail);
  return new ConnectError(apiError.message, code, apiError.headers, details);
}

export function errorInfoDetail(reason: string, requestId: string) {
  return toDetail(errorInfo(reason, requestId));
}

function toDetail({ '@type': type, ...json }: { '@type': string }) {
  const desc = DETAILS.getMessage(type.slice(type.indexOf('/') + 1));
  if (desc === undefined) throw new Error(`there is no message for ${type}`);
  return { desc, value: fromJson(desc, json as JsonObject) };
}
