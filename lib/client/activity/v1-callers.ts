/** Who still calls v1. */
import { namesQuery } from '#lib/client/resources/names.ts';
import { getQuery } from '#lib/client/get-query.ts';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { ListV1CallersResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/v1_callers_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

export type V1Callers = Answered<ListV1CallersResponseJson, MayBeAbsent<'ListV1CallersResponse'>>;

export type V1Caller = V1Callers['callers'][number];

/** Who still calls v1, of the group and all groups below it. */
export const v1CallersQuery = (group: string) =>
  getQuery<V1Callers>(['auditEvents', 'v1Callers', group], '/iam/v2beta1/auditEvents:v1Callers', {
    group_uid: group,
  });

export const callerNamesQuery = (callers: readonly V1Caller[]) =>
  namesQuery(
    'identities',
    callers.map(({ identityUid }) => identityUid),
  );

/** The rows of each identity. Both keep the order of the response, the latest call first. */
export function byIdentity(callers: readonly V1Caller[]): (readonly V1Caller[])[] {
  return [...Map.groupBy(callers, ({ identityUid }) => identityUid).values()];
}
