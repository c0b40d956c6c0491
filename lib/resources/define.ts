/**
 * The contract that a resource fills: one file per resource says what differs,
 * everything else is written once against this. Definitions load in the
 * browser too, so they import types and pure modules only.
 */
import type { z } from 'zod';
import { collectionPath, entryOf } from '#lib/resources/catalog.ts';
import type { CatalogEntry, ResourceType, Verb } from '#lib/resources/catalog.ts';
import type { Oneof } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';

export { collectionPath };
export type { ResourceType, Verb };

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

/** What the file of a resource says; its entry in the catalog says the rest. */
export interface ResourceDescription<Row extends BaseRow = BaseRow, Input = JsonObject> {
  type: ResourceType;
  /** The body of create, and so the mutable fields; read-only resources have none. */
  input?: z.ZodObject;
  /** A body as somebody might send it to create one, for the API reference. */
  example?: JsonObject;
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

export interface ResourceDefinition extends ResourceDescription, CatalogEntry {
  /** The word for one in messages, for example `role binding`. */
  noun: string;
}

/** Keeps the types of row and input within the file; the registry sees {@link BaseRow}. */
export function defineResource<Row extends BaseRow, Input = JsonObject>(
  description: ResourceDescription<Row, Input>,
): ResourceDefinition {
  const entry = entryOf(description.type);
  const noun = entry.noun ?? entry.words[0];
  return { ...entry, noun, ...(description as unknown as ResourceDescription) };
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
