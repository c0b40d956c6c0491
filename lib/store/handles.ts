/** What the calls of the database take and give. */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { Predicate } from './predicates.ts';

/** Ties are broken by uid in the same direction. */
export interface Order<Column extends string = string> {
  column: Column;
  descending: boolean;
}

/** All rows of a kind below a group, and, where they are groups, the group itself if asked for. */
export interface Subtree {
  uid: string;
  withSelf: boolean;
}

/** Where rows are: directly in one resource, or in whole subtrees, none within another. */
export type Place =
  | { parent: string; subtrees: null }
  | { parent: null; subtrees: readonly Subtree[] };

/** The rows that a page is taken from. */
export interface Scope {
  /** All conditions. */
  where: Predicate;
  /** Where the rows are; null if a place cannot express it. */
  place: Place | null;
  /** The conditions that are not part of `place`. */
  filter?: Predicate;
  /** Whether many rows of the place are expected to match the filter. */
  isBroad?: boolean;
}

/** A page of a list: after the cursor, `skip` rows are left out, and at most `limit` follow. */
export interface PageQuery extends Scope {
  order: Order;
  /** The row before the page; null for the first page. */
  cursor: Cursor | null;
  skip: number;
  limit: number;
  /** False for a page whose total nobody asks for: with some filters it takes longer than the rows. */
  isCounted?: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** Of all pages. */
  total: number;
  /** Whether it ends before its limit because its rows are large. */
  isCut?: boolean;
  /** Whether it took so long that others may have changed who may see it. */
  isLate?: boolean;
  /** The access revision in the snapshot of the rows, where it was read with them. */
  revision?: string;
}

/** For whom a read that may take long is done. */
export interface Asker {
  /** Names the caller. Long reads of the same one come after each other. */
  caller: string;
  /**
   * The shares of the caller's organizations, each of which uses only a part of the reader threads. A read
   * takes from one of them.
   */
  shares?: readonly string[];
  signal?: AbortSignal;
}

export interface Tally {
  here: number;
  below: number;
}

/** The number of rows, and the bytes in their large columns. */
export interface Weight {
  rows: number;
  bytes: number;
}

/** Advisories of a severity with a status. */
export interface StatusCount {
  severity: number;
  status: string;
  count: number;
}

/** New advisories of a severity in one of the weeks after a start. */
export interface WeekCount {
  /** 0 for the first one. */
  week: number;
  severity: number;
  count: number;
}

/** The place of an audit record in the chain of its organization. */
export interface Link {
  /** 1 for the first record. */
  sequence: number;
  /** Of the record and its predecessor, in hex. */
  hash: string;
}

/** Advisories of one vulnerability in a group whose artifacts have one form. */
export interface Spelled {
  parent: string;
  advisoryId: string;
  form: string;
}

/** What role bindings grant at one group and below. `group` is its uid. */
export interface Grant {
  group: string;
  capabilities: readonly Capability[];
}

/** An identity to which another organization than its own has bound a role. */
export interface BoundElsewhere {
  /** The root group of the organization that bound it. */
  root: string;
  uid: string;
}

/** A root group without an owner. */
export interface Ownerless {
  uid: string;
  name: string;
}

/** Which role bindings of its identity a key has. */
export interface KeyLimits {
  /**
   * When the key was made. It does not gain bindings that role rules of providers or the identity
   * itself made later.
   */
  made: Date;
  /** The root group of the only organization whose bindings from before count; null if all do. */
  home: string | null;
}
