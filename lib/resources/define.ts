/**
 * The contract of a resource. One file per resource says how it differs; all other code is written
 * once against this contract. Definitions also load in the browser, so they import only types and
 * pure modules.
 */
import type { z } from 'zod';
import { collectionPath, entryOf } from '#lib/resources/catalog.ts';
import type { CatalogEntry, ResourceType, Verb } from '#lib/resources/catalog.ts';
import type { Oneof } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Capability } from './capabilities.ts';

export { collectionPath };
export type { ResourceType, Verb };

/**
 * The columns that the verbs use of any resource. `parent` is null for root groups, `revision`
 * absent where nothing changes.
 */
export interface BaseRow {
  uid: string;
  parent: string | null;
  createTime: Date;
  updateTime?: Date;
  revision?: number;
}

/**
 * A query parameter that narrows a list. `oneOf` and `alias` may be repeated; their values combine
 * with OR. `daysAgo` is for times longer ago than so many days, `withinDays` for those of the next
 * days. `party` is true of rows that the caller is a party to. A filter that `needs` a verb finds only resources to which the caller may apply it.
 */
export type Filter =
  | { kind: 'equals'; column: string }
  | { kind: 'uid'; column: string; isRepeated?: boolean }
  | { kind: 'oneOf'; column: string; values?: Readonly<Record<string, string | number>> }
  | { kind: 'since'; column: string }
  | { kind: 'until'; column: string }
  | { kind: 'isSet'; column: string }
  | { kind: 'differs'; column: string; from: string }
  | { kind: 'daysAgo'; column: string }
  | { kind: 'withinDays'; column: string }
  | { kind: 'secondFactor'; needs: Verb }
  | { kind: 'inEffect' }
  | { kind: 'isPast'; column: string }
  | ({ kind: 'activeAt' } & During)
  | {
      kind: 'timedState';
      column: string;
      values: Readonly<Record<string, readonly TimedState[]>>;
    }
  | { kind: 'party' }
  | { kind: 'alias' }
  | { kind: 'search'; columns: readonly string[]; aliases?: boolean; joins?: Joins };

/** The columns of related rows that a text is looked for in, by the name of the join. */
export type Joins = Readonly<Record<string, readonly string[]>>;

/** A state that a column names, before or after the time of another one. */
export interface TimedState {
  is: string;
  before?: string;
  after?: string;
}

/** The columns that say from when until when a row has effect. Null is always. */
export interface During {
  from: string;
  until: string;
}

/** Columns that are unique together. A conflict is reported on `field`. */
interface Distinct {
  columns: readonly string[];
  /** Only rows whose time from now on overlaps are in conflict. */
  during?: During;
  field: string;
  /** What already exists, for example `an identity with this name`. */
  taken: string;
}

/** The columns that decide who sees a row, beside the capability to list. */
export interface Sight {
  /** The uid of the identity that alone sees the row; '' for a row that others see as well. */
  owner: string;
  /** A collection. Only those who may list it here see the row. */
  shows: string;
}

/** Whether whoever sees a resource holds a capability at a uid. */
export type Holds = (capability: Capability, uid: string) => boolean;

/** The fields that every resource has and only the server writes. */
type OfEvery = 'uid' | 'createTime' | 'updateTime';

/** A schema for each field of a message that a body may set: all but the output-only ones. */
export type Schemas<Json, OutputOnly extends keyof Json = never> = {
  [Name in Exclude<keyof Json, OfEvery | OutputOnly>]: z.ZodType<Json[Name]>;
};

/**
 * The part of a definition in the resource's own file. Its entry in the catalog has the rest. `Json` is its
 * message, and `Input` a valid body.
 */
interface ResourceDescription<
  Json = JsonObject,
  Row extends BaseRow = BaseRow,
  Input = JsonObject,
> {
  type: ResourceType;
  /** The body of create, which also defines the mutable fields. Read-only resources have none. */
  input?: z.ZodObject;
  example?: Json;
  /** Its output-only fields beside the uid and the times. A body may contain them; they are ignored. */
  outputOnly?: readonly (keyof Json & string)[];
  oneofs?: readonly Oneof[];
  /** API field to column, for `order_by`. One with a dot is a column of a related row, for which each list is sorted. */
  orders: Readonly<Record<string, string>>;
  /** The order of a list without `order_by`; by uid if absent. */
  defaultOrder?: string;
  filters: Readonly<Record<string, Filter>>;
  distinct?: readonly Distinct[];
  sight?: Sight;
  /**
   * Its fields as proto3 JSON, without the uid and the times.
   *
   * @param holds absent for what everybody sees who may see the resource.
   */
  fieldsOf(row: Row, holds?: Holds): Json;
  /** The input that would have produced this row; those of its fields that `input` has unless given. */
  toInput?(row: Row): JsonObject;
  toColumns?(input: Input): Record<string, unknown>;
}

/** A resource as the verbs, the transports and the documents see it. */
export interface ResourceDefinition<Json = JsonObject>
  extends Omit<ResourceDescription<Json>, 'outputOnly'>, CatalogEntry {
  /** The singular for messages, for example `role binding`. */
  noun: string;
  /** Those of every resource as well. */
  outputOnly: readonly string[];
  /** The resource as proto3 JSON, as a record keeps it, or as somebody sees it who holds more. */
  toJson(row: BaseRow, holds?: Holds): Json;
}

/** Keeps the types of message, row and input within the file. The registry sees JSON and {@link BaseRow}. */
export function defineResource<
  Json extends JsonObject,
  Row extends BaseRow,
  Input extends JsonObject = JsonObject,
>(description: ResourceDescription<Json, Row, Input>): ResourceDefinition<Json> {
  const { input, fieldsOf } = description;
  const entry = entryOf(description.type);
  const noun = entry.noun ?? entry.words[0];
  const hasUpdates = 'updated_at' in description.orders;
  const times = ['createTime', ...(hasUpdates ? ['updateTime'] : [])];
  return {
    ...entry,
    noun,
    ...(input !== undefined &&
      entry.verbs.includes('update') && {
        toInput: (row: Row) => pick(fieldsOf(row), Object.keys(input.shape)),
      }),
    ...description,
    outputOnly: ['uid', ...times, ...(description.outputOnly ?? [])],
    toJson(row: Row, holds?: Holds) {
      const { uid, createTime, updateTime } = row;
      return {
        uid,
        ...fieldsOf(row, holds),
        createTime: createTime.toISOString(),
        ...(hasUpdates && updateTime && { updateTime: updateTime.toISOString() }),
      };
    },
  };
}

const pick = (fields: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** By the whole name, and by a part of it. */
export const NAME_FILTERS = {
  name: { kind: 'equals', column: 'name' },
  query: { kind: 'search', columns: ['name'] },
} as const;

/** The orders of every resource. Each time has two names. */
export const CREATE_ORDERS = {
  uid: 'uid',
  created_at: 'createTime',
  create_time: 'createTime',
} as const;

export const TIME_ORDERS = {
  ...CREATE_ORDERS,
  updated_at: 'updateTime',
  update_time: 'updateTime',
} as const;
