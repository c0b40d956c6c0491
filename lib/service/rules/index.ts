/** What a resource needs beyond its own fields, by resource; most need nothing. */
import type { FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import type { Transaction } from '#lib/store/database.ts';
import type { Call } from '../call.ts';
import { groupRules } from './group.ts';
import { registrySourceRules } from './registry-source.ts';
import { groupInviteRules } from './group-invite.ts';
import { identityRules } from './identity.ts';
import { identityProviderRules } from './identity-provider.ts';
import { roleRules } from './role.ts';
import { roleBindingRules } from './role-binding.ts';

/** A valid create or update on its way to the table. */
export interface Write {
  uid: string;
  parent: string;
  input: JsonObject;
  /** The row before an update; null for a create. */
  before: BaseRow | null;
  /** True where the request's mask, or its body, names the path. */
  touches(path: string): boolean;
}

/** Columns beyond those of `toColumns`, and members of the answer that no row keeps. */
export interface Extra {
  columns?: Record<string, unknown>;
  answer?: JsonObject;
}

export interface Rules {
  /** Violations that the schema cannot tell, together with its own. */
  violations?(body: JsonObject): FieldViolation[];
  /** Columns of a new row that no field sets. */
  initial?(now: Date): Record<string, unknown>;
  /** Checks references and what the caller may hand out. */
  beforeWrite?(tx: Transaction, call: Call, write: Write): Promise<Extra | undefined>;
  /** After the row is written, in the same transaction. */
  afterCreate?(tx: Transaction, call: Call, write: Write): Promise<void>;
  beforeChange?(row: { uid: string }): void;
  beforeDelete?(tx: Transaction, call: Call, row: BaseRow): Promise<void>;
}

const RULES: Partial<Record<ResourceType, Rules>> = {
  Group: groupRules,
  Identity: identityRules,
  Role: roleRules,
  RoleBinding: roleBindingRules,
  IdentityProvider: identityProviderRules,
  GroupInvite: groupInviteRules,
  RegistrySource: registrySourceRules,
};

export function rulesFor(type: ResourceType): Rules {
  return RULES[type] ?? {};
}
