import { z } from 'zod';
import type { GroupInviteJson } from '#lib/generated/proto/grove/iam/v2beta1/group_invites_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { CREATE_ORDERS, defineResource, type Schemas } from './define.ts';
import { duration, durationSeconds, email, uid } from './fields.ts';
import { reference } from './references.ts';
import type { RowOf } from './rows.ts';

const MINUTE_S = 60;
const MONTH_S = 30 * 24 * 60 * 60;

const input = z.strictObject({
  roleUid: uid,
  ttl: duration(MINUTE_S, MONTH_S),
  email: email.optional(),
  singleUse: z.boolean().optional(),
} satisfies Schemas<GroupInviteJson, 'expirationTime' | 'code' | 'keyId' | 'role'>);

export type GroupInviteInput = z.infer<typeof input>;

/** The service creates the code and its hash, see `service/rules`. */
export const groupInvite = defineResource<GroupInviteJson, RowOf<'GroupInvite'>, GroupInviteInput>({
  type: 'GroupInvite',
  input,
  example: {
    roleUid: builtInRole('viewer').uid,
    ttl: '604800s',
    email: 'ada@example.com',
    singleUse: true,
  },
  outputOnly: ['expirationTime', 'code', 'keyId', 'role'],
  orders: { ...CREATE_ORDERS, expires_at: 'expirationTime' },
  filters: { key_id: { kind: 'equals', column: 'keyId' } },
  fieldsOf: ({ role, email, singleUse, keyId, expirationTime }) => ({
    role: reference(role),
    ...(email === null ? {} : { email }),
    singleUse,
    keyId,
    expirationTime: expirationTime.toISOString(),
  }),
  toColumns: ({ roleUid, ttl, email, singleUse }) => ({
    roleUid,
    email: email ?? null,
    singleUse: singleUse ?? false,
    expirationTime: new Date(Date.now() + durationSeconds(ttl) * 1000),
  }),
});
