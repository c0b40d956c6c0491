import { z } from 'zod';
import type {
  AccountAssociation_AmazonJson,
  AccountAssociation_AzureJson,
  AccountAssociation_GithubJson,
  AccountAssociation_GoogleJson,
  AccountAssociationJson,
} from '#lib/generated/proto/grove/iam/v2beta1/account_associations_pb.js';
import { defineResource, NAME_FILTERS, TIME_ORDERS, type Schemas } from './define.ts';
import { description, int64, name, text, WHENEVER_OBJECT } from './fields.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

const PROVIDERS = ['amazon', 'google', 'azure', 'github'] as const;

const MAX_CLIENTS = 100;

const guid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, { error: 'must be a UUID' });

const input = z
  .strictObject({
    name,
    description,
    amazon: z
      .strictObject({
        account: z.string().regex(/^\d{12}$/, { error: 'must be 12 digits' }),
      } satisfies Schemas<AccountAssociation_AmazonJson>)
      .optional(),
    google: z
      .strictObject({
        projectId: text(1, 128),
        projectNumber: int64,
      } satisfies Schemas<AccountAssociation_GoogleJson>)
      .optional(),
    azure: z
      .strictObject({
        tenantId: guid,
        clientIds: atMost(MAX_CLIENTS, 'clients', z.record(text(1, 128), guid)).optional(),
      } satisfies Schemas<AccountAssociation_AzureJson>)
      .optional(),
    github: z
      .strictObject({
        installationId: int64,
        name: text(1, 128),
      } satisfies Schemas<AccountAssociation_GithubJson>)
      .optional(),
  } satisfies Schemas<AccountAssociationJson>)
  .superRefine((association, context) => {
    if (PROVIDERS.some((provider) => association[provider] !== undefined)) return;
    context.addIssue({
      code: 'custom',
      path: ['amazon'],
      message: `is required, or one of ${PROVIDERS.slice(1).join(', ')}`,
    });
  }, WHENEVER_OBJECT);

export type AccountAssociationInput = z.infer<typeof input>;

export const accountAssociation = defineResource<
  AccountAssociationJson,
  RowOf<'AccountAssociation'>,
  AccountAssociationInput
>({
  type: 'AccountAssociation',
  input,
  example: { name: 'Production', amazon: { account: '123456789012' } },
  orders: { ...TIME_ORDERS, name: 'nameOrder' },
  filters: NAME_FILTERS,
  distinct: [{ columns: ['parent'], field: 'parent_uid', taken: 'an account association' }],
  fieldsOf: ({ name, description, amazon, google, azure, github }) => ({
    name,
    description,
    ...(amazon === null ? {} : { amazon }),
    ...(google === null ? {} : { google }),
    ...(azure === null ? {} : { azure }),
    ...(github === null ? {} : { github }),
  }),
  toColumns: ({ name, description, amazon, google, azure, github }) => ({
    name,
    description: description ?? '',
    amazon: amazon ?? null,
    google: google ?? null,
    azure:
      azure === undefined ? null : { tenantId: azure.tenantId, clientIds: azure.clientIds ?? {} },
    github: github ?? null,
  }),
});
