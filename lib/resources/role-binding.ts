import { z } from 'zod';
import { parseTime } from '#lib/aip/rfc3339.ts';
import type { RoleBindingJson } from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { CREATE_ORDERS, defineResource, type Schemas } from './define.ts';
import { duration, durationSeconds, EXAMPLE_UID, exactlyOne, time, uid } from './fields.ts';
import { identityReference, reference } from './references.ts';
import type { BoundAs, RowOf } from './rows.ts';

/** What a binding keeps of the identity, if it is of another organization. */
export const boundAsOf = ({
  name,
  description,
  subject,
  issuer,
  email,
}: RowOf<'RoleBinding'>['identity']): BoundAs => ({ name, description, subject, issuer, email });

type OutputOnly = 'identity' | 'group' | 'role' | 'providerUid' | 'unconfirmedTime';

const SECOND_MS = 1_000;
const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60;

/** In whole seconds. Null for a field that is absent. */
const timeOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(Math.floor(parseTime(text) / SECOND_MS) * SECOND_MS);

const input = z
  .strictObject({
    identityUid: uid,
    roleUid: uid,
    startTime: time.optional(),
    expirationTime: time.optional(),
    ttl: duration(1, TEN_YEARS_S).optional(),
  } satisfies Schemas<RoleBindingJson, OutputOnly>)
  .superRefine((value, context) => {
    exactlyOne(value, ['expirationTime', 'ttl'], context, true);
    const [start, end] = [timeOf(value.startTime), timeOf(value.expirationTime)];
    if (start === null || end === null || end > start) return;
    const message = 'must be after startTime';
    context.addIssue({ code: 'custom', path: ['expirationTime'], message });
  });

export type RoleBindingInput = z.infer<typeof input>;

type Times = Pick<RowOf<'RoleBinding'>, 'startTime' | 'expirationTime'>;

const timesOf = ({ startTime, expirationTime }: Times) => ({
  ...(startTime === null ? {} : { startTime: startTime.toISOString() }),
  ...(expirationTime === null ? {} : { expirationTime: expirationTime.toISOString() }),
});

const DURING = { from: 'startTime', until: 'expirationTime' } as const;

/**
 * From when until when a body asks for the role.
 *
 * @param now from when on a `ttl` counts, unless the role begins later. It never ends sooner than asked.
 */
export function requestedTimes(
  { startTime, expirationTime, ttl }: RoleBindingInput,
  now: Date,
): Times {
  const start = timeOf(startTime);
  if (ttl === undefined) return { startTime: start, expirationTime: timeOf(expirationTime) };
  const from = Math.max(start?.getTime() ?? 0, now.getTime());
  const end = Math.ceil(from / SECOND_MS + durationSeconds(ttl)) * SECOND_MS;
  return { startTime: start, expirationTime: new Date(end) };
}

export const roleBinding = defineResource<RoleBindingJson, RowOf<'RoleBinding'>, RoleBindingInput>({
  type: 'RoleBinding',
  input,
  example: { identityUid: `${EXAMPLE_UID}/f32073104fd75b9b`, roleUid: builtInRole('viewer').uid },
  outputOnly: ['identity', 'group', 'role', 'providerUid', 'unconfirmedTime'],
  oneofs: [['expirationTime', 'ttl']],
  orders: {
    ...CREATE_ORDERS,
    identity: 'identity.nameOrder',
    role: 'role.nameOrder',
    group: 'group.name',
  },
  filters: {
    query: {
      kind: 'search',
      columns: [],
      joins: { identity: ['name', 'email', 'subject'], role: ['name'], group: ['name'] },
    },
    identity: { kind: 'uid', column: 'identityUid', isRepeated: true },
    group: { kind: 'uid', column: 'parent' },
    role: { kind: 'uid', column: 'roleUid' },
    in_effect: { kind: 'inEffect' },
    active_at: { kind: 'activeAt', ...DURING },
    expires_until: { kind: 'until', column: 'expirationTime' },
    expired: { kind: 'isPast', column: 'expirationTime' },
  },
  distinct: [
    {
      columns: ['parent', 'identityUid', 'roleUid'],
      during: DURING,
      field: 'roleUid',
      taken: 'a binding of this role to this identity',
    },
  ],
  // What another organization writes about its people is shown to those who may list them there.
  fieldsOf: (
    {
      identity,
      identityUid,
      boundAs,
      group,
      role,
      providerUid,
      unconfirmedTime,
      startTime,
      expirationTime,
    },
    holds,
  ) => ({
    identity: identityReference(
      holds?.('identity.list', identityUid) === true ? identity : { ...identity, ...boundAs },
    ),
    group: reference(group),
    role: reference(role),
    ...(providerUid === null ? {} : { providerUid }),
    ...(unconfirmedTime === null ? {} : { unconfirmedTime: unconfirmedTime.toISOString() }),
    ...timesOf({ startTime, expirationTime }),
  }),
  toInput: ({ identityUid, roleUid, startTime, expirationTime }) => ({
    identityUid,
    roleUid,
    ...timesOf({ startTime, expirationTime }),
  }),
  // The service makes the end of `ttl`, by the clock that decides about access.
  toColumns: ({ identityUid, roleUid, startTime, expirationTime }) => ({
    identityUid,
    roleUid,
    startTime: timeOf(startTime),
    expirationTime: timeOf(expirationTime),
  }),
});
