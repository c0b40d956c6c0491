import { isoTime } from '#lib/aip/iso-time.ts';
import { z } from 'zod';
import { builtInRole } from './built-in-roles.ts';
import { defineResource } from './define.ts';
import { durationSeconds, email, uid } from './fields.ts';
import type { RowOf } from './rows.ts';

const MINUTE_S = 60;
const MONTH_S = 30 * 24 * 60 * 60;

const input = z.strictObject({
  roleUid: uid,
  ttl: z
    .string()
    .refine((text) => durationSeconds(text) >= MINUTE_S && durationSeconds(text) <= MONTH_S, {
      error: 'must be a duration from 60s to 2592000s',
    }),
  email: email.optional(),
  singleUse: z.boolean().optional(),
});

/** The service creates the code and its hash, see `service/rules`. */
export const groupInvite = defineResource<RowOf<'GroupInvite'>, z.infer<typeof input>>({
  type: 'GroupInvite',
  input,
  example: {
    roleUid: builtInRole('viewer').uid,
    ttl: '604800s',
    email: 'ada@example.com',
    singleUse: true,
  },
  outputOnly: ['uid', 'expirationTime', 'code', 'keyId', 'role', 'createTime'],
  orders: {
    uid: 'uid',
    created_at: 'createTime',
    create_time: 'createTime',
    expires_at: 'expirationTime',
  },
  filters: { key_id: { kind: 'equals', column: 'keyId' } },
  toJson: ({ uid, role, email, singleUse, keyId, expirationTime, createTime }) => ({
    uid,
    role: { uid: role.uid, name: role.name, description: role.description },
    ...(email === null ? {} : { email }),
    singleUse,
    keyId,
    expirationTime: isoTime(expirationTime),
    createTime: isoTime(createTime),
  }),
  toColumns: ({ roleUid, ttl, email, singleUse }) => ({
    roleUid,
    email: email ?? null,
    singleUse: singleUse ?? false,
    expirationTime: new Date(Date.now() + durationSeconds(ttl) * 1000),
  }),
});
