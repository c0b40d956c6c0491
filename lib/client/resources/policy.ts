/** What an organization asks of whoever uses it. */
import type { PolicyJson } from '#lib/generated/proto/grove/iam/v2beta1/group_policy_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { getQuery } from '#lib/client/get-query.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import type { ResourceChange } from '#lib/client/resources/queries.ts';
import { counted } from '#lib/client/counted.ts';

/**
 * The policy of an organization, as `groups:getPolicy` returns it. Durations are texts such as
 * `3600s`.
 */
export type Policy = Answered<PolicyJson, MayBeAbsent<'Policy'>>;

/** @param uid any group of the organization. */
export const policyQuery = (uid: string) =>
  getQuery<Policy>(['policy', uid], '/iam/v2beta1/groups:getPolicy', { group_uid: uid });

export const UPDATE_POLICY_PATH = '/iam/v2beta1/groups:updatePolicy';

export const policyRequest = (
  groupUid: string,
  { body, updateMask, etag }: ResourceChange,
): ShellRequest => ({
  method: 'POST',
  path: UPDATE_POLICY_PATH,
  body: {
    groupUid,
    ...body,
    updateMask: updateMask.join(),
    ...(etag !== null && { etag }),
  },
});

const UNITS = [
  { seconds: 86_400, forms: ['day', 'days'] },
  { seconds: 3_600, forms: ['hour', 'hours'] },
  { seconds: 60, forms: ['minute', 'minutes'] },
  { seconds: 1, forms: ['second', 'seconds'] },
] as const;

/** "12 hours" for `43200s`, in the largest unit that divides it. */
export function lengthText(duration: string): string {
  const total = Number.parseInt(duration, 10);
  const unit = UNITS.find(({ seconds }) => total % seconds === 0) ?? UNITS[3];
  if (unit === undefined) return duration;
  return counted(total / unit.seconds, unit.forms);
}
