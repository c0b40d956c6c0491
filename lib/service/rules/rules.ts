/** The contract for the rules of a resource. */
import type { FieldViolation } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { InputOf } from '#lib/resources/inputs.ts';
import type { Columns, RowOf } from '#lib/resources/rows.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { Transaction } from '#lib/store/store.ts';

/** A valid create or update before it is written. */
export interface Write<Type extends ResourceType = ResourceType> {
  uid: string;
  parent: string;
  input: InputOf<Type>;
  /** The row before an update; null for a create. */
  before: RowOf<Type> | null;
  /** True where the request's mask, or its body, names the path. */
  touches(path: string): boolean;
}

/** Columns beyond those of `toColumns`, and response fields that no row stores. */
export interface Extra<Type extends ResourceType = ResourceType> {
  columns?: Columns<Type>;
  answer?: JsonObject;
}

export interface Rules<Type extends ResourceType = ResourceType> {
  /** Violations that the schema cannot express. They are reported beside those of the schema. */
  violations?(body: JsonObject): FieldViolation[];
  /** The uid of a new row, where the caller has reserved one. */
  reservedUid?(
    tx: Transaction,
    call: Call,
    write: Pick<Write<Type>, 'parent' | 'input'>,
  ): Promise<string | undefined>;
  /** Columns of a new row that no field sets. */
  initial?(now: Date): Columns<Type>;
  /** Checks references and the roles that the caller grants. */
  beforeWrite?(tx: Transaction, call: Call, write: Write<Type>): Promise<Extra<Type> | undefined>;
  /**
   * After the row is written, in the same transaction.
   *
   * @returns the call of the maker, to whom the row may have given an identity.
   */
  afterCreate?(tx: Transaction, call: Call, write: Write<Type>): Promise<Call>;
  afterUpdate?(change: { before: RowOf<Type>; after: RowOf<Type> }): void;
  beforeDelete?(tx: Transaction, call: Call, row: RowOf<Type>): Promise<void>;
}
