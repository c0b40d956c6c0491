import { z } from 'zod';
import type { IdentityKeyJson } from '#lib/generated/proto/grove/iam/v2beta1/identity_keys_pb.js';
import { builtInRole } from './built-in-roles.ts';
import { CREATE_ORDERS, defineResource, NAME_FILTERS, type Schemas } from './define.ts';
import { duration, durationSeconds, EXAMPLE_UID, name, text, uid } from './fields.ts';
import { identityReference } from './references.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const MINUTE_S = 60;
const YEAR_S = 365 * 24 * 60 * 60;
const MAX_NETWORKS = 50;

type OutputOnly =
  | 'identity'
  | 'key'
  | 'keyId'
  | 'expirationTime'
  | 'lastUsedTime'
  | 'lastUsedNetwork';

const input = z.strictObject({
  name,
  identityUid: uid,
  ttl: duration(MINUTE_S, YEAR_S),
  roleUid: uid.optional(),
  allowedNetworks: atMost(MAX_NETWORKS, 'networks', z.array(text(1, 64))).optional(),
} satisfies Schemas<IdentityKeyJson, OutputOnly>);

export type IdentityKeyInput = z.infer<typeof input>;

/** The service makes the key and its hash, see `service/rules`. */
export const identityKey = defineResource<IdentityKeyJson, RowOf<'IdentityKey'>, IdentityKeyInput>({
  type: 'IdentityKey',
  input,
  example: {
    name: 'nightly backup',
    identityUid: `${EXAMPLE_UID}/f32073104fd75b9b`,
    ttl: '7776000s',
    roleUid: builtInRole('viewer').uid,
    allowedNetworks: ['192.0.2.0/24'],
  },
  outputOnly: ['identity', 'key', 'keyId', 'expirationTime', 'lastUsedTime', 'lastUsedNetwork'],
  orders: { ...CREATE_ORDERS, name: 'nameOrder', expires_at: 'expirationTime' },
  filters: {
    ...NAME_FILTERS,
    key_id: { kind: 'equals', column: 'keyId' },
    identity: { kind: 'uid', column: 'identityUid', isRepeated: true },
    expires_since: { kind: 'since', column: 'expirationTime' },
    expires_until: { kind: 'until', column: 'expirationTime' },
    expires_within_days: { kind: 'withinDays', column: 'expirationTime' },
  },
  distinct: [
    {
      columns: ['identityUid', 'name'],
      field: 'name',
      taken: 'a key of this identity with this name',
    },
  ],
  fieldsOf: (row) => ({
    name: row.name,
    identity: identityReference(row.identity),
    ...(row.roleUid === null ? {} : { roleUid: row.roleUid }),
    allowedNetworks: row.allowedNetworks,
    keyId: row.keyId,
    expirationTime: row.expirationTime.toISOString(),
    ...(row.lastUsedTime === null ? {} : { lastUsedTime: row.lastUsedTime.toISOString() }),
    ...(row.lastUsedNetwork === null ? {} : { lastUsedNetwork: row.lastUsedNetwork }),
  }),
  toColumns: ({ name, identityUid, ttl, roleUid, allowedNetworks }) => ({
    name,
    identityUid,
    roleUid: roleUid ?? null,
    allowedNetworks: allowedNetworks ?? [],
    expirationTime: new Date(Date.now() + durationSeconds(ttl) * 1000),
  }),
});
