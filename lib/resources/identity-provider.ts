import { z } from 'zod';
import { defineResource, TIME_ORDERS, times } from './define.ts';
import { description, issuer, name, text, uid } from './fields.ts';
import type { RowOf } from './rows.ts';

const input = z.strictObject({
  name,
  description,
  defaultRole: uid.optional(),
  oidc: z.strictObject({
    issuer,
    clientId: text(1, 256),
    clientSecret: text(1, 1024).optional(),
    additionalScopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, { error: 'must be a scope' }))
      .max(50, { error: 'must have at most 50 scopes' })
      .optional(),
  }),
});

/** The service encrypts and writes the secret, see `service/rules`. */
export const identityProvider = defineResource<RowOf<'IdentityProvider'>, z.infer<typeof input>>({
  type: 'IdentityProvider',
  input,
  example: {
    name: 'Corporate sign-in',
    oidc: { issuer: 'https://login.example.com', clientId: 'grove' },
  },
  outputOnly: ['uid', 'createTime', 'updateTime'],
  inputOnly: ['oidc.clientSecret'],
  orders: { ...TIME_ORDERS, name: 'name' },
  filters: {
    name: { kind: 'equals', column: 'name' },
    query: { kind: 'search', columns: ['name'] },
  },
  distinct: [
    { columns: ['parent', 'name'], field: 'name', taken: 'an identity provider with this name' },
  ],
  toJson: (row) => ({
    uid: row.uid,
    name: row.name,
    description: row.description,
    ...(row.defaultRole === null ? {} : { defaultRole: row.defaultRole }),
    oidc: {
      issuer: row.issuer,
      clientId: row.clientId,
      additionalScopes: row.additionalScopes as string[],
    },
    ...times(row),
  }),
  toInput: (row) => ({
    name: row.name,
    description: row.description,
    ...(row.defaultRole === null ? {} : { defaultRole: row.defaultRole }),
    oidc: {
      issuer: row.issuer,
      clientId: row.clientId,
      additionalScopes: row.additionalScopes as string[],
    },
  }),
  toColumns: ({ name, description, defaultRole, oidc }) => ({
    name,
    description: description ?? '',
    defaultRole: defaultRole ?? null,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    additionalScopes: oidc.additionalScopes ?? [],
  }),
});
