/** Takes recorded changes back. */
import type { RevertAuditEventRequestJson } from '#lib/generated/proto/grove/iam/v2beta1/revert_pb.js';
import { perform, type Received } from '#lib/client/api.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

/** A change that a request has made. */
export interface Made {
  resourceUid: string;
  requestId: string;
}

/** What the answer to a request has made of the resource; nothing if the answer does not name its request. */
export const madeOf = (resourceUid: string, { requestId }: Pick<Received<unknown>, 'requestId'>) =>
  requestId ? [{ resourceUid, requestId }] : [];

export interface Reverted {
  operation: string;
  resourceUid: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  changedSince: string[];
  since?: string;
}

export const revertRequest = (body: RevertAuditEventRequestJson): ShellRequest => ({
  method: 'POST',
  path: '/iam/v2beta1/auditEvents:revert',
  body,
});

export const revert = (body: RevertAuditEventRequestJson): Promise<Reverted> =>
  perform<Reverted>(revertRequest(body));
