/** Columns that are unique together. A conflict is reported on `field`. */
import type { z } from 'zod';
import { collectionPath, entryOf } from '#lib/resources/catalog.ts';
import type { CatalogEntry, ResourceType, Verb } from '#lib/resources/catalog.ts';
import type { Oneof } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';

export { collectionPath };
export type { ResourceType, Verb };

/** What already exists, for example `an identity with this name`. */
export interface BaseRow {
  uid: string;
  parent: string | null;
  createTime: Date;
  updateTime?: Date;
  revision?: number;
}

/** The part of a definition in the resource's own file. Its entry in the catalog has the rest. */
export type Filter =
  | { kind: 'equals'; column: string }
  | { kind: 'uid'; column: string; isRepeated?: boolean }
  | { kind: 'oneOf'; column: string; values?: Readonly<Record<string, string | number>> }
  | { kind: 'since'; column: string }
  | { kind: 'until'; column: string }
  | { kind: 'alias' }
  | { kind: 'search'; columns: readonly string[]; aliases?: boolean };

/** The body of create, which also defines the mutable fields. Read-only resources have none. */
export interface Distinct {
  columns: readonly string[];
  field: string;
  /** An example body of create, for the API reference. */
  taken: string;
}

/** Output-only fields. A body may contain them; they are ignored. */
export interface ResourceDescription<Row extends BaseRow = BaseRow, Input = JsonObject> {
  type: ResourceType;
  /** Paths that responses never contain. Only a mask that names them clears them. */
  input?: z.ZodObject;
  /** A body as somebody might send it to create one, for the API reference. */
  example?: JsonObject;
  /** The order of a list without `order_by`; by uid if absent. */
  outputOnly: readonly string[];
  /** The resource as proto3 JSON. */
  inputOnly?: readonly string[];
  oneofs?: readonly Oneof[];
  /** The input that would have produced this row. Updates are applied to it. */
  orders: Readonly<Record<string, string>>;
  /** The order where none is asked for; uid where this is absent. */
  defaultOrder?: string;
  filters: Readonly<Record<string, Filter>>;
  distinct?: readonly Distinct[];
  /** The singular for messages, for example `role binding`. */
  toJson(row: Row): JsonObject;
  /** Keeps the types of row and input within the file. The registry sees {@link BaseRow}. */
  toInput?(row: Row): JsonObject;
  /** The orders of resources that have both times. Each field has two names. */
  toColumns?(input: Input): Record<string, unknown>;
}

export interface ResourceDefinition extends ResourceDescription, CatalogEntry {
  /** The times of a resource in a response. */
  noun: string;
}

/** Validation of fields that several resources share, with the texts of their violations. */
export function defineResource<Row extends BaseRow, Input = JsonObject>(
  description: ResourceDescription<Row, Input>,
): ResourceDefinition {
  const entry = entryOf(description.type);
  const noun = entry.noun ?? entry.words[0];
  return { ...entry, noun, ...(description as unknown as ResourceDescription) };
}

/** Text with a bounded number of Unicode characters. */
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
