import { z } from 'zod';
import { parseTime } from '#lib/aip/rfc3339.ts';
import type {
  AccessRequest_StateJson,
  AccessRequestJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_requests_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { defineResource, TIME_ORDERS, type Schemas } from './define.ts';
import { duration, durationSeconds, EXAMPLE_UID, text, time, uid } from './fields.ts';
import type { GivenAnswer, RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const MINUTE_S = 60;
const YEAR_S = 365 * 24 * 60 * MINUTE_S;
const MAX_GROUPS = 20;

export const reason = text(0, 1024).optional();
export const seconds = duration(MINUTE_S, YEAR_S);
export const groupUids = atMost(MAX_GROUPS, 'groups', z.array(uid)).optional();

export const wholeSeconds = (text: string): number => Math.ceil(durationSeconds(text));

type OutputOnly =
  | 'state'
  | 'identity'
  | 'requester'
  | 'group'
  | 'role'
  | 'approvals'
  | 'answers'
  | 'pendingUntil'
  | 'beginTime'
  | 'expirationTime'
  | 'grants'
  | 'emergency'
  | 'reviewTime'
  | 'review'
  | 'extendsUid'
  | 'asked'
  | 'maxDuration';

const OUTPUT_ONLY = [
  'state',
  'identity',
  'requester',
  'group',
  'role',
  'approvals',
  'answers',
  'pendingUntil',
  'beginTime',
  'expirationTime',
  'grants',
  'emergency',
  'reviewTime',
  'review',
  'extendsUid',
  'asked',
  'maxDuration',
] as const satisfies readonly OutputOnly[];

const input = z.strictObject({
  ruleUid: uid,
  roleUid: uid,
  identityUid: uid.optional(),
  groupUids,
  duration: seconds,
  startTime: time.optional(),
  reason,
  validateOnly: z.boolean().optional(),
} satisfies Schemas<AccessRequestJson, OutputOnly>);

export type AccessRequestInput = z.infer<typeof input>;

/** In whole seconds, as role bindings begin. */
export const startOf = ({ startTime }: { startTime?: string | undefined }): Date | null =>
  startTime === undefined ? null : new Date(Math.floor(parseTime(startTime) / 1000) * 1000);

type Timed = Pick<RowOf<'AccessRequest'>, 'state' | 'pendingUntil' | 'expirationTime'>;

/** What became of it by this time. No job writes that a request waits, or grants, no longer. */
export function stateAt(
  { state, pendingUntil, expirationTime }: Timed,
  now: Date,
): AccessRequest_StateJson {
  if (state === 'PENDING' && pendingUntil <= now) return 'EXPIRED';
  if (state === 'APPROVED' && expirationTime !== null && expirationTime <= now) return 'ENDED';
  return state;
}

const answerOf = ({ identity, approved, reason, time }: GivenAnswer) => ({
  identity,
  approved,
  reason,
  time,
});

const timesOf = (times: Partial<Record<keyof AccessRequestJson, Date | null>>) =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, value]) =>
      value instanceof Date ? [[name, value.toISOString()]] : [],
    ),
  );

/** The service writes what comes of it, see `service/requests`. */
export const accessRequest = defineResource<
  AccessRequestJson,
  RowOf<'AccessRequest'>,
  AccessRequestInput
>({
  type: 'AccessRequest',
  input,
  example: {
    ruleUid: `${EXAMPLE_UID}/1111111111111111`,
    roleUid: builtInRole('editor').uid,
    duration: '14400s',
    reason: 'OPS-1234: move the repositories',
  },
  outputOnly: OUTPUT_ONLY,
  orders: TIME_ORDERS,
  filters: {
    states: {
      kind: 'timedState',
      column: 'state',
      values: {
        PENDING: [{ is: 'PENDING', before: 'pendingUntil' }],
        APPROVED: [{ is: 'APPROVED', before: 'expirationTime' }],
        DENIED: [{ is: 'DENIED' }],
        WITHDRAWN: [{ is: 'WITHDRAWN' }],
        EXPIRED: [{ is: 'PENDING', after: 'pendingUntil' }],
        ENDED: [{ is: 'ENDED' }, { is: 'APPROVED', after: 'expirationTime' }],
      },
    },
    identity: { kind: 'uid', column: 'identityUid', isRepeated: true },
    role: { kind: 'uid', column: 'roleUid' },
    own: { kind: 'party' },
    answerable: { kind: 'party' },
  },
  // The service finds who, where and by which rule.
  toColumns: ({ ruleUid, roleUid, groupUids = [], duration, startTime, reason = '' }) => ({
    ruleUid,
    roleUid,
    groupUids,
    duration: wholeSeconds(duration),
    startTime: startOf({ startTime }),
    reason,
    state: 'PENDING',
    answers: [],
    grants: [],
    review: null,
    extendsUid: null,
  }),
  fieldsOf: (row) => ({
    ruleUid: row.ruleUid,
    groupUids: row.groupUids,
    duration: `${row.duration}s`,
    reason: row.reason,
    state: stateAt(row, new Date()),
    ...row.names,
    approvals: row.approvals,
    answers: row.answers.map(answerOf),
    grants: row.grants,
    emergency: row.emergency,
    ...(row.review !== null && { review: answerOf(row.review) }),
    ...(row.extendsUid !== null && { extendsUid: row.extendsUid }),
    ...timesOf({
      startTime: row.startTime,
      pendingUntil: row.pendingUntil,
      beginTime: row.beginTime,
      expirationTime: row.expirationTime,
      reviewTime: row.reviewTime,
    }),
  }),
});
