/**
 * The state of a list, as the address contains it. Pure, so that back, reload and a shared link
 * agree.
 */
import { type FilterSpec, type FilterValues, paramsOf } from '#lib/client/lists/filter-spec.ts';
import { type SearchKind, searchParams } from '#lib/client/lists/search-kinds.ts';
import { firstIn } from '#lib/client/paths.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';
import { numberText } from '#lib/client/counted.ts';

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const DEFAULT_SIZE = 50;

/** Page tokens are valid for three days. The margin prevents expiry in transit. */
const TOKEN_SECONDS = 3 * 24 * 60 * 60 - 60;

/**
 * The scope: the group itself, all groups below it, all above it, or the group and all above it for
 * what applies there, or would if it had effect.
 */
export type ListScope = 'in' | 'below' | 'above' | 'effect' | 'no_effect';

const IN_AND_BELOW: NonNullable<ListOffer['scopes']> = ['in', 'below'];

/** What the address of a list says: its order, page and filters. */
export interface ListState {
  /** As in the API: `name`, `created_at desc`; empty for the default order. */
  orderBy: string;
  pageSize: number;
  skip: number;
  /** The token of the page; empty on the first page and after a jump. */
  pageToken: string;
  /** When the token was issued, in seconds since 1970. The token itself does not reveal its age. */
  tokenTime: number;
  scope: ListScope;
  /** The uid of the saved view that it comes from; '' for none. */
  savedView: string;
  name: string;
  filters: FilterValues;
}

/** What a list offers, and how it begins. `orders` are those of the API. */
export interface ListOffer {
  orders: readonly string[];
  orderBy?: string;
  filters?: readonly FilterSpec[];
  /** What its search box finds; without any it has none. */
  search?: readonly SearchKind[];
  /** The available scopes, the default first; by default the group and below. */
  scopes?: readonly [ListScope, ...ListScope[]];
  /** The API's parameters that a scope sets beside its part of the hierarchy. */
  narrowed?: Readonly<Partial<Record<ListScope, ListQuery>>>;
  /** Whether each visit starts with the first scope, because links to the list mean that one. */
  forgetsScope?: boolean;
}

const wholeNumber = (text: string | null): number =>
  /^\d{1,12}$/.test(text ?? '') ? Number(text) : 0;

function orderIn(text: string | null, { orders, orderBy = '' }: ListOffer): string {
  const [, field = '', descending = ''] = /^(\w+)( desc)?$/.exec(text ?? '') ?? [];
  return orders.includes(field) ? field + descending : orderBy;
}

function scopeIn(text: string | null, { scopes = IN_AND_BELOW }: ListOffer): ListScope {
  return scopes.find((scope) => scope === text) ?? scopes[0];
}

function filtersIn(params: URLSearchParams, list: ListOffer): FilterValues {
  const known = [...(list.filters ?? []).flatMap(paramsOf), ...searchParams(list.search ?? [])];
  const set = known.map((param) => [param, params.getAll(param).filter(Boolean)] as const);
  return Object.fromEntries(set.filter(([, values]) => values.length > 0));
}

/** Parses an address; unknown parts are ignored. */
export function readListState(params: URLSearchParams, offer: ListOffer): ListState {
  const size = wholeNumber(params.get('page_size'));
  const skip = wholeNumber(params.get('skip'));
  const pageToken = skip > 0 ? (params.get('page_token') ?? '') : '';
  return {
    orderBy: orderIn(params.get('order_by'), offer),
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_SIZE,
    skip,
    pageToken,
    tokenTime: pageToken === '' ? 0 : wholeNumber(params.get('token_time')),
    scope: scopeIn(params.get('scope'), offer),
    savedView: params.get('view') ?? '',
    name: params.get('name') ?? '',
    filters: filtersIn(params, offer),
  };
}

/** The offer of somebody who keeps a scope, if the list has it. */
export function withKeptScope(offer: ListOffer, kept: string | undefined): ListOffer {
  const { scopes = IN_AND_BELOW } = offer;
  const scope = scopes.find((one) => one === kept);
  if (offer.forgetsScope || scope === undefined || scope === scopes[0]) return offer;
  return { ...offer, scopes: [scope, ...scopes.filter((one) => one !== scope)] };
}

/**
 * The shortest address of a state, without default values.
 *
 * @param isScopeKept whether the scope of an address without one depends on who opens it.
 */
export function writeListState(
  state: ListState,
  offer: ListOffer,
  isScopeKept = false,
): URLSearchParams {
  const { orderBy = '' } = offer;
  const params = new URLSearchParams();
  if (state.savedView !== '') params.set('view', state.savedView);
  if (isScopeKept || state.scope !== scopeIn(null, offer)) params.set('scope', state.scope);
  if (state.name !== '') params.set('name', state.name);
  for (const [param, values] of Object.entries(state.filters)) {
    for (const value of values) params.append(param, value);
  }
  if (state.orderBy !== orderBy) params.set('order_by', state.orderBy);
  if (state.pageSize !== DEFAULT_SIZE) params.set('page_size', String(state.pageSize));
  if (state.skip > 0) params.set('skip', String(state.skip));
  if (state.skip > 0 && state.pageToken !== '') {
    params.set('page_token', state.pageToken);
    params.set('token_time', String(state.tokenTime));
  }
  return params;
}

export const FIRST_PAGE = { skip: 0, pageToken: '', tokenTime: 0 } as const;

/** Another view starts at its first page. */
export function withView(
  state: ListState,
  view: Partial<Pick<ListState, 'orderBy' | 'pageSize' | 'scope' | 'name' | 'filters'>>,
): ListState {
  return { ...state, ...view, ...FIRST_PAGE };
}

export const isFiltered = ({ name, filters }: ListState): boolean =>
  name !== '' || Object.keys(filters).length > 0;

function scopeQuery(scope: ListScope, group: string): ListQuery {
  if (scope === 'below') return { 'uidp.descendants_of': group };
  if (scope === 'above') return { 'uidp.ancestors_of': group };
  if (scope === 'effect' || scope === 'no_effect') return { 'uidp.ancestors_of': firstIn(group) };
  return { 'uidp.children_of': group };
}

/**
 * The API's parameters. A token leads to its page without counting, even if rows before it change.
 * Without a token, or with an expired one, the page is found by counting.
 *
 * @param now milliseconds since 1970.
 */
export function listQuery(
  state: ListState,
  { narrowed }: ListOffer,
  group: string,
  now: number,
): ListQuery {
  const isTokenGood = state.pageToken !== '' && now / 1000 - state.tokenTime < TOKEN_SECONDS;
  return {
    ...scopeQuery(state.scope, group),
    ...narrowed?.[state.scope],
    page_size: String(state.pageSize),
    ...(state.orderBy !== '' && { order_by: state.orderBy }),
    ...(state.name !== '' && { name: state.name }),
    ...state.filters,
    ...(isTokenGood && { page_token: state.pageToken }),
    ...(!isTokenGood && state.skip > 0 && { skip: String(state.skip) }),
  };
}

/** The same list with the rows of the groups below, and how to count them. */
export interface Below {
  state: ListState;
  query: ListQuery;
}

/** Null if the list shows that already, or if nothing can be below. */
export function belowOf(state: ListState, list: ListOffer, group: string): Below | null {
  const { scopes = IN_AND_BELOW } = list;
  if (state.scope === 'below' || !scopes.includes('below')) return null;
  const below = withView(state, { scope: 'below' });
  return { state: below, query: { ...listQuery(below, list, group, 0), page_size: '1' } };
}

/** The query for all pages instead of one. */
export function allRowsQuery(query: ListQuery): ListQuery {
  const { page_token: _, skip: __, page_size: ___, ...rest } = query;
  return rest;
}

/**
 * Finds the same page by counting, if the server refuses the token because it belongs to another
 * caller.
 */
export const withoutToken = (state: ListState): ListState => ({
  ...state,
  pageToken: '',
  tokenTime: 0,
});

/** Page numbers start at 1. */
export const pageNumber = ({ skip, pageSize }: ListState): number =>
  Math.floor(skip / pageSize) + 1;

/** At least 1, also for an empty list. */
export const pageCount = ({ pageSize }: ListState, total: number): number =>
  Math.max(1, Math.ceil(total / pageSize));

/** The state at a page by its number, from 1 on. */
export const atPage = (state: ListState, page: number): ListState => ({
  ...withoutToken(state),
  skip: (page - 1) * state.pageSize,
});

/** @param rows how many there are on this page, which may be fewer than its size where they are large. */
export function nextPage(state: ListState, rows: number, token: string, now: number): ListState {
  return {
    ...state,
    skip: state.skip + rows,
    pageToken: token,
    tokenTime: Math.floor(now / 1000),
  };
}

/** "51–100 of 1,234". */
export function rangeText({ skip }: ListState, rows: number, total: number): string {
  const all = numberText(total);
  if (rows === 0) return `0 of ${all}`;
  return `${numberText(skip + 1)}–${numberText(skip + rows)} of ${all}`;
}
