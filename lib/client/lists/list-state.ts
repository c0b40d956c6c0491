/** What a list shows, as it stands in the address: pure, so that back, reload and a shared link agree. */
import { type SearchKind, searchParams } from '#lib/client/lists/search-kinds.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const DEFAULT_SIZE = 50;

/** Page tokens are good for three days; a margin keeps one from ending on its way. */
const TOKEN_SECONDS = 3 * 24 * 60 * 60 - 60;

/**
 * Which rows: of the group itself, of all groups below it, of those above it, or of the group and
 * all above it, for what holds in a group wherever above it stands.
 */
export type ListScope = 'in' | 'below' | 'above' | 'effect';

const IN_AND_BELOW: NonNullable<ListDefaults['scopes']> = ['in', 'below'];

export interface ListState {
  /** As the API takes it: `name`, `created_at desc`; empty for the list's own order. */
  orderBy: string;
  pageSize: number;
  /** How many rows stand before the page. */
  skip: number;
  /** The token that leads to the page; empty on the first page and after a jump. */
  pageToken: string;
  /** When the token was issued, seconds since 1970; a token says nothing itself once it is too old. */
  tokenTime: number;
  scope: ListScope;
  /** Only rows with exactly this name. */
  name: string;
  /** The list's other filters by the API's parameter; only those that are set. */
  filters: Readonly<Record<string, readonly string[]>>;
}

export interface ListDefaults {
  /** The fields that the list can be ordered by. */
  orders: readonly string[];
  orderBy?: string;
  /** The API's parameters that narrow it, beside those of its search box. */
  filters?: readonly string[];
  /** What its search box finds; without any it has none. */
  search?: readonly SearchKind[];
  /** The scopes that it can show, its own first; in the group and below where nothing is said. */
  scopes?: readonly [ListScope, ...ListScope[]];
}

const wholeNumber = (text: string | null): number =>
  /^\d{1,12}$/.test(text ?? '') ? Number(text) : 0;

function orderIn(text: string | null, { orders, orderBy = '' }: ListDefaults): string {
  const [, field = '', descending = ''] = /^(\w+)( desc)?$/.exec(text ?? '') ?? [];
  return orders.includes(field) ? field + descending : orderBy;
}

function scopeIn(text: string | null, { scopes = IN_AND_BELOW }: ListDefaults): ListScope {
  return scopes.find((scope) => scope === text) ?? scopes[0];
}

function filtersIn(params: URLSearchParams, list: ListDefaults): ListState['filters'] {
  const known = [...(list.filters ?? []), ...searchParams(list.search ?? [])];
  const set = known.map((param) => [param, params.getAll(param).filter(Boolean)] as const);
  return Object.fromEntries(set.filter(([, values]) => values.length > 0));
}

/** Reads an address; what it does not understand there is as if it were not there. */
export function readListState(params: URLSearchParams, defaults: ListDefaults): ListState {
  const size = wholeNumber(params.get('page_size'));
  const skip = wholeNumber(params.get('skip'));
  const pageToken = skip > 0 ? (params.get('page_token') ?? '') : '';
  return {
    orderBy: orderIn(params.get('order_by'), defaults),
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_SIZE,
    skip,
    pageToken,
    tokenTime: pageToken === '' ? 0 : wholeNumber(params.get('token_time')),
    scope: scopeIn(params.get('scope'), defaults),
    name: params.get('name') ?? '',
    filters: filtersIn(params, defaults),
  };
}

/** The shortest address of a state: what is as ever is left out. */
export function writeListState(state: ListState, defaults: ListDefaults): URLSearchParams {
  const { orderBy = '' } = defaults;
  const params = new URLSearchParams();
  if (state.scope !== scopeIn(null, defaults)) params.set('scope', state.scope);
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

/** Another view of the rows starts at its first page. */
export function withView(
  state: ListState,
  view: Partial<Pick<ListState, 'orderBy' | 'pageSize' | 'scope' | 'name' | 'filters'>>,
): ListState {
  return { ...state, ...view, ...FIRST_PAGE };
}

/** One filter set to these values, or taken away where there are none. */
export function withFilter(state: ListState, param: string, values: readonly string[]): ListState {
  const { [param]: _, ...others } = state.filters;
  return withView(state, {
    filters: values.length === 0 ? others : { ...others, [param]: values },
  });
}

export const isFiltered = ({ name, filters }: ListState): boolean =>
  name !== '' || Object.keys(filters).length > 0;

/** A uid in a group, for which the groups above begin with that group. */
export const firstIn = (group: string) => `${group}/${'0'.repeat(16)}`;

function scopeQuery(scope: ListScope, group: string): ListQuery {
  if (scope === 'below') return { 'uidp.descendants_of': group };
  if (scope === 'above') return { 'uidp.ancestors_of': group };
  if (scope === 'effect') return { 'uidp.ancestors_of': firstIn(group) };
  return { 'uidp.children_of': group };
}

/**
 * The API's parameters. A token leads to its page without counting, also while rows come and go
 * before it; without one, or with one too old to mean anything, the page is found by counting.
 *
 * @param now milliseconds since 1970.
 */
export function listQuery(state: ListState, group: string, now: number): ListQuery {
  const isTokenGood = state.pageToken !== '' && now / 1000 - state.tokenTime < TOKEN_SECONDS;
  return {
    ...scopeQuery(state.scope, group),
    page_size: String(state.pageSize),
    ...(state.orderBy !== '' && { order_by: state.orderBy }),
    ...(state.name !== '' && { name: state.name }),
    ...state.filters,
    ...(isTokenGood && { page_token: state.pageToken }),
    ...(!isTokenGood && state.skip > 0 && { skip: String(state.skip) }),
  };
}

/** The query of all pages rather than of one. */
export function allRowsQuery(query: ListQuery): ListQuery {
  const { page_token: _, skip: __, page_size: ___, ...rest } = query;
  return rest;
}

/** The same page found by counting, for when its token is refused: it belongs to another caller. */
export const withoutToken = (state: ListState): ListState => ({
  ...state,
  pageToken: '',
  tokenTime: 0,
});

/** Pages count from 1. */
export const pageNumber = ({ skip, pageSize }: ListState): number =>
  Math.floor(skip / pageSize) + 1;

export const pageCount = ({ pageSize }: ListState, total: number): number =>
  Math.max(1, Math.ceil(total / pageSize));

export const atPage = (state: ListState, page: number): ListState => ({
  ...withoutToken(state),
  skip: (page - 1) * state.pageSize,
});

/** The page after this one, by the token that this one's answer gave. */
export function nextPage(state: ListState, token: string, now: number): ListState {
  return {
    ...state,
    skip: state.skip + state.pageSize,
    pageToken: token,
    tokenTime: Math.floor(now / 1000),
  };
}

const NUMBERS = new Intl.NumberFormat('en');

/** "51–100 of 1,234". */
export function rangeText({ skip }: ListState, rows: number, total: number): string {
  const all = NUMBERS.format(total);
  if (rows === 0) return `0 of ${all}`;
  return `${NUMBERS.format(skip + 1)}–${NUMBERS.format(skip + rows)} of ${all}`;
}
