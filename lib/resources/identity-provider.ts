import { z } from 'zod';
import type {
  IdentityProvider_OidcJson,
  IdentityProvider_RoleRuleJson,
  IdentityProviderJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identity_providers_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import { description, exactlyOne, issuer, name, text, uid, WHENEVER_OBJECT } from './fields.ts';
import type { RoleRule, RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

/** The limit of role rules, because each is compared at each sign-in. */
export const MAX_ROLE_RULES = 50;
const MAX_SCOPES = 50;

const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/, { error: 'must be a scope' });

const roleRule = z
  .strictObject({
    claim: text(1, 256),
    value: text(1, 1024).optional(),
    pattern: text(1, 1024).optional(),
    roleUid: uid,
    groupUid: uid,
  } satisfies Schemas<IdentityProvider_RoleRuleJson>)
  .superRefine((rule, context) => exactlyOne(rule, ['value', 'pattern'], context), WHENEVER_OBJECT);

const input = z.strictObject({
  name,
  description,
  defaultRole: uid.optional(),
  oidc: z.strictObject({
    issuer,
    clientId: text(1, 256),
    clientSecret: text(1, 1024).optional(),
    additionalScopes: atMost(MAX_SCOPES, 'scopes', z.array(scope)).optional(),
  } satisfies Schemas<IdentityProvider_OidcJson>),
  roleRules: atMost(MAX_ROLE_RULES, 'rules', z.array(roleRule)).optional(),
  reservation: text(1, 256).optional(),
} satisfies Schemas<IdentityProviderJson>);

/** Without unset members, always in this order. */
const ruleJson = ({ claim, value, pattern, roleUid, groupUid }: RoleRule) => ({
  claim,
  ...(value !== undefined && { value }),
  ...(pattern !== undefined && { pattern }),
  roleUid,
  groupUid,
});

/** The role rules of a provider as the API returns them. */
export const roleRulesOf = ({ roleRules }: Pick<RowOf<'IdentityProvider'>, 'roleRules'>) =>
  (roleRules ?? []).map(ruleJson);

export type IdentityProviderInput = z.infer<typeof input>;

/** The service encrypts and writes the secret, see `service/rules`. */
export const identityProvider = defineResource<
  IdentityProviderJson,
  RowOf<'IdentityProvider'>,
  IdentityProviderInput
>({
  type: 'IdentityProvider',
  input,
  example: {
    name: 'Corporate sign-in',
    oidc: { issuer: 'https://login.example.com', clientId: 'grove' },
  },
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: NAME_FILTERS,
  distinct: [
    { columns: ['parent', 'name'], field: 'name', taken: 'an identity provider with this name' },
  ],
  fieldsOf: (row) => ({
    name: row.name,
    description: row.description,
    ...(row.defaultRole === null ? {} : { defaultRole: row.defaultRole }),
    oidc: {
      issuer: row.issuer,
      clientId: row.clientId,
      additionalScopes: row.additionalScopes,
    },
    roleRules: roleRulesOf(row),
  }),
  toColumns: ({ name, description, defaultRole, oidc, roleRules }) => ({
    name,
    description: description ?? '',
    defaultRole: defaultRole ?? null,
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    additionalScopes: oidc.additionalScopes ?? [],
    roleRules: roleRules === undefined || roleRules.length === 0 ? null : roleRules.map(ruleJson),
  }),
});
