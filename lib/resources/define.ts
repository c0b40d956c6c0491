/**
 * The contract that a resource fills: one file per resource says what differs,
 * everything else is written once against this. Definitions load in the
 * browser too, so they import types and pure modules only.
 */
import type { z } from 'zod';
import type { Capability, CapabilityFamily } from '#lib/resources/capabilities.ts';
import type { Oneof } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';

export type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

/** The table's name, which is also the resource's. */
export type ResourceType =
  | 'Group'
  | 'Identity'
  | 'Role'
  | 'RoleBinding'
  | 'IdentityProvider'
  | 'AccountAssociation'
  | 'GroupInvite'
  | 'RegistrySource'
  | 'Repo'
  | 'Tag'
  | 'Advisory'
  | 'AuditEvent';

/** What every row has. */
export interface BaseRow {
  uid: string;
  parent: string | null;
  createTime: Date;
  updateTime?: Date;
  revision?: number;
}

/**
 * A query parameter that narrows a list. `oneOf` and `alias` may be repeated,
 * their values combine with OR.
 */
export type Filter =
  | { kind: 'equals'; column: string }
  | { kind: 'uid'; column: string; isRepeated?: boolean }
  | { kind: 'oneOf'; column: string; values?: Readonly<Record<string, string | number>> }
  | { kind: 'since'; column: string }
  | { kind: 'until'; column: string }
  | { kind: 'alias' }
  | { kind: 'search'; columns: readonly string[]; aliases?: boolean };

/** Columns that no two rows share; a conflict is told on `field`. */
export interface Distinct {
  columns: readonly string[];
  field: string;
  /** What there already is, for example `an identity with this name`. */
  taken: string;
}

export interface ResourceDefinition<Row extends BaseRow = BaseRow, Input = JsonObject> {
  type: ResourceType;
  /** The word for one in messages, for example `role binding`. */
  noun: string;
  domain: 'iam' | 'registry' | 'vulnerabilities';
  /** The last segment of the path and the member of a list response. */
  collection: string;
  /** What contains it; a group may also be a root. */
  container: 'group' | 'repo';
  family: CapabilityFamily;
  /** What create, update and delete need, where the family has no capabilities for each. */
  changes?: Capability;
  verbs: readonly Verb[];
  /** The body of create, and so the mutable fields; read-only resources have none. */
  input?: z.ZodObject;
  /** Fields of the answer that a body may carry back and that are ignored there. */
  outputOnly: readonly string[];
  /** Paths that no answer shows: only a mask that names them clears them. */
  inputOnly?: readonly string[];
  oneofs?: readonly Oneof[];
  /** API field to column, for `order_by`. */
  orders: Readonly<Record<string, string>>;
  /** The order where none is asked for; uid where this is absent. */
  defaultOrder?: string;
  filters: Readonly<Record<string, Filter>>;
  distinct?: readonly Distinct[];
  /** The answer, as proto3 JSON. */
  toJson(row: Row): JsonObject;
  /** The input that would have made this row, which an update is applied to. */
  toInput?(row: Row): JsonObject;
  /** The columns that a valid input sets. */
  toColumns?(input: Input): Record<string, unknown>;
}

/** Keeps the types of row and input within the file; the registry sees {@link BaseRow}. */
export function defineResource<Row extends BaseRow, Input = JsonObject>(
  definition: ResourceDefinition<Row, Input>,
): ResourceDefinition {
  return definition as unknown as ResourceDefinition;
}

/** `/iam/v2beta1/groups` and the like. */
export function collectionPath(definition: ResourceDefinition): string {
  return `/${definition.domain}/v2beta1/${definition.collection}`;
}

/** The orders of resources that have both times; each field under both of its names. */
export const TIME_ORDERS = {
  uid: 'uid',
  created_at: 'createTime',
  create_time: 'createTime',
  updated_at: 'updateTime',
  update_time: 'updateTime',
} as const;

/** The times of an answer. */
export function times(row: { createTime: Date; updateTime: Date }): JsonObject {
  return { createTime: row.createTime.toISOString(), updateTime: row.updateTime.toISOString() };
}
