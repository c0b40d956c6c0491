/** The query of a list request, parsed against the definition's allow-lists. */
import { fieldViolationsOf, invalidArgument, invalidField, isApiError } from '#lib/aip/errors.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { parseOrderBy, type Order } from '#lib/aip/order-by.ts';
import { parseCount, parsePageSize } from '#lib/aip/pagination.ts';
import { parseTime } from '#lib/aip/rfc3339.ts';
import { checkUid } from '#lib/aip/uid.ts';
import type { Filter, ResourceDefinition, TimedState } from '#lib/resources/define.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import {
  alias,
  aliasContains,
  all,
  any,
  atLeast,
  atMost,
  contains,
  is,
  isIn,
  joinContains,
  lessThan,
  moreThan,
  not,
  past,
  same,
  secondFactor,
  stoppedIdentity,
} from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { HierarchyFilter } from './scope.ts';

/** A list request's parameters by their snake_case name, each with all its values. */
export type ListParams = ReadonlyMap<string, readonly string[]>;

/** A list request after its parameters were checked. */
export interface ListRequest {
  pageSize: number;
  pageToken: string;
  skip: number;
  order: Order;
  hierarchy: HierarchyFilter;
  conditions: Predicate[];
  /** Every filter in a fixed order, for the page token's checksum. */
  canonical: (readonly [string, string])[];
}

/** The values of a repeated filter. */
export const MAX_FILTER_VALUES = 200;
/** The characters of one value. */
export const MAX_VALUE_LENGTH = 2_048;

const PAGING = ['page_size', 'page_token', 'skip', 'order_by'];
const HIERARCHY = ['descendants_of', 'children_of', 'ancestors_of', 'in_root', 'ids'].map(
  (name) => `uidp.${name}`,
);

function isRepeated(definition: ResourceDefinition, name: string): boolean {
  const filter = definition.filters[name];
  if (filter?.kind === 'uid') return filter.isRepeated === true;
  return (
    name === 'uidp.ids' ||
    filter?.kind === 'oneOf' ||
    filter?.kind === 'timedState' ||
    filter?.kind === 'alias'
  );
}

/** @throws ApiError INVALID_ARGUMENT that names every failing parameter. */
export function parseListRequest(definition: ResourceDefinition, params: ListParams): ListRequest {
  const violations = checkNames(definition, params);
  const collect = <T>(parse: () => T): T | undefined => {
    try {
      return parse();
    } catch (error) {
      if (!isApiError(error)) throw error;
      violations.push(...fieldViolationsOf(error));
      return undefined;
    }
  };
  const one = (name: string) => params.get(name)?.[0];
  const pageSize = collect(() => parsePageSize(one('page_size')));
  const skip = collect(() => (params.has('skip') ? parseCount(one('skip') ?? '', 'skip') : 0));
  const asked = one('order_by') || (definition.defaultOrder ?? '');
  const order = collect(() => parseOrderBy(asked, Object.keys(definition.orders)));
  const hierarchy = collect(() => hierarchyOf(params));
  const conditions = Object.entries(definition.filters).map(([name, filter]) =>
    collect(() => conditionOf(filter, name, params.get(name) ?? [])),
  );
  if (violations.length > 0) throw invalidArgument(violations);
  return {
    pageSize: pageSize ?? 0,
    pageToken: one('page_token') ?? '',
    skip: skip ?? 0,
    order: order ?? { field: 'uid', descending: false },
    hierarchy: hierarchy ?? {},
    conditions: conditions.flatMap((condition) => condition ?? []),
    canonical: [...params]
      .filter(([name]) => !PAGING.includes(name))
      .flatMap(([name, values]) => [...values].sort().map((value) => [name, value] as const))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  };
}

function checkNames(definition: ResourceDefinition, params: ListParams): FieldViolation[] {
  const known = [...PAGING, ...HIERARCHY, ...Object.keys(definition.filters)];
  return [...params].flatMap(([name, values]) => {
    if (!known.includes(name)) return [{ field: name, description: 'is not a parameter here' }];
    const mayRepeat = isRepeated(definition, name);
    if (!mayRepeat && values.length > 1) return [{ field: name, description: 'is given twice' }];
    if (values.length > MAX_FILTER_VALUES) {
      return [{ field: name, description: `may be given at most ${MAX_FILTER_VALUES} times` }];
    }
    if (values.some((value) => value.length > MAX_VALUE_LENGTH)) {
      return [{ field: name, description: `must be at most ${MAX_VALUE_LENGTH} characters long` }];
    }
    return [];
  });
}

function hierarchyOf(params: ListParams): HierarchyFilter {
  const uid = (name: string) => {
    const value = params.get(name)?.[0];
    return value === undefined ? undefined : checkUid(value, name);
  };
  const inRoot = params.get('uidp.in_root')?.[0];
  return {
    descendantsOf: uid('uidp.descendants_of'),
    childrenOf: uid('uidp.children_of'),
    ancestorsOf: uid('uidp.ancestors_of'),
    inRoot: inRoot !== undefined && isTrue(inRoot, 'uidp.in_root'),
    ids: params.get('uidp.ids')?.map((value) => checkUid(value, 'uidp.ids')),
  };
}

function isTrue(value: string, name: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidField(name, 'must be true or false');
}

function conditionOf(filter: Filter, name: string, values: readonly string[]): Predicate[] {
  const [value] = values;
  if (value === undefined) return [];
  switch (filter.kind) {
    case 'uid': {
      const uids = values.map((uid) => checkUid(uid, name));
      return [isIn(filter.column, uids)];
    }
    case 'equals':
      return [is(filter.column, value)];
    case 'since':
      return [atLeast(filter.column, timeOf(value, name))];
    case 'until':
      return [lessThan(filter.column, timeOf(value, name))];
    case 'isSet':
      // An index serves a comparison with the year 1970, and not always a test for null.
      return [isTrue(value, name) ? moreThan(filter.column, new Date(0)) : is(filter.column, null)];
    case 'differs': {
      const unchanged = same(filter.column, filter.from);
      return [isTrue(value, name) ? not(unchanged) : unchanged];
    }
    case 'daysAgo':
      return [lessThan(filter.column, inDays(-daysOf(value, name)))];
    case 'withinDays': {
      const { column } = filter;
      const end = inDays(daysOf(value, name));
      return [all(moreThan(column, inDays(0)), atMost(column, end))];
    }
    case 'secondFactor':
      return [secondFactor(isTrue(value, name))];
    case 'inEffect': {
      const without = any(not(whereInEffect), stoppedIdentity());
      return [isTrue(value, name) ? not(without) : without];
    }
    case 'isPast': {
      const { column } = filter;
      return [isTrue(value, name) ? past(column) : any(is(column, null), not(past(column)))];
    }
    case 'activeAt': {
      const time = timeOf(value, name);
      const { from, until } = filter;
      const whereBegun = any(is(from, null), atMost(from, time));
      return [atMost('createTime', time), whereBegun, any(is(until, null), moreThan(until, time))];
    }
    case 'oneOf': {
      const { column, values: names } = filter;
      if (names === undefined) return [isIn(column, values)];
      const stored = values.map((one) => {
        const known = Object.hasOwn(names, one) ? names[one] : undefined;
        if (known !== undefined) return known;
        throw invalidField(name, `must be one of ${Object.keys(names).join(', ')}`);
      });
      return [isIn(column, stored)];
    }
    case 'timedState': {
      const states = values.flatMap((one) => {
        const known = Object.hasOwn(filter.values, one) ? filter.values[one] : undefined;
        if (known !== undefined) return known;
        throw invalidField(name, `must be one of ${Object.keys(filter.values).join(', ')}`);
      });
      return [any(...states.map((one) => timedState(filter.column, one)))];
    }
    // The caller decides, see `sight.ts`.
    case 'party':
      isTrue(value, name);
      return [];
    case 'alias':
      return [alias(values)];
    case 'search': {
      const parts = filter.columns.map((column) => contains(column, value));
      const related = Object.entries(filter.joins ?? {}).map(([join, columns]) =>
        joinContains(join, columns, value),
      );
      return [any(...parts, ...related, ...(filter.aliases ? [aliasContains(value)] : []))];
    }
  }
}

const timedState = (column: string, { is: state, before, after }: TimedState): Predicate =>
  all(
    is(column, state),
    ...(before === undefined ? [] : [not(past(before))]),
    ...(after === undefined ? [] : [past(after)]),
  );

const DAY_MS = 24 * 60 * 60 * 1000;
/** A hundred years. */
const MOST_DAYS = 36_500;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

function daysOf(value: string, name: string): number {
  const days = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (days >= 1 && days <= MOST_DAYS) return days;
  throw invalidField(name, 'must be a number of days from 1 to 36500');
}

function timeOf(value: string, name: string): Date {
  const time = parseTime(value);
  if (Number.isNaN(time)) throw invalidField(name, timeProblem(value));
  return new Date(time);
}

/** A plus in a query is read as a blank. */
const timeProblem = (value: string) =>
  Number.isNaN(parseTime(value.replace(' ', '+')))
    ? 'must be an RFC 3339 time'
    : 'must be an RFC 3339 time; write its + as %2B';
