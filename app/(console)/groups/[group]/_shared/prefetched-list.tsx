import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { readCaller } from '#app/(console)/caller.ts';
import { prefetch } from '#app/(console)/prefetch.ts';
import { Prefetched } from '#app/(console)/prefetched.tsx';
import { parseScopes } from '#components/frame/preferences/kept-scopes.ts';
import { SCOPES_COOKIE } from '#components/frame/preferences/preferences.ts';
import { scopeOf } from '#components/frame/scope-of.ts';
import { PATH_HEADER } from '#lib/auth/own-headers.ts';
import {
  belowOf,
  type ListOffer,
  listQuery,
  type ListScope,
  readListState,
  withKeptScope,
} from '#lib/client/lists/list-state.ts';
import { personOf } from '#lib/client/session/caller.ts';
import { namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import type { ListQuery, Page } from '#lib/client/resources/queries.ts';
import { savedViews } from '#lib/client/resources/resources.ts';

/** The list settings in the address. */
export interface Listed<Row> {
  scope: ListScope;
  rows: readonly Row[];
}

interface Props<List extends Page, Row, Key extends QueryKey> {
  group: string;
  offer: ListOffer;
  list: (query: ListQuery) => FetchQueryOptions<List, Error, List, Key>;
  rowsOf: (list: List) => readonly Row[];
  /** Further queries for the rows; by default the names of their groups. */
  then?: (client: QueryClient, listed: Listed<Row>) => Promise<unknown>;
  children: ReactNode;
}

/** A list with its first page prefetched, as the address describes it. */
export async function PrefetchedList<
  List extends Page,
  Row extends { uid: string },
  Key extends QueryKey,
>({ group, offer, list, rowsOf, then = prefetchHolders, children }: Props<List, Row, Key>) {
  // Next does not pass search parameters to a layout.
  const asked = new URL((await headers()).get(PATH_HEADER) ?? '', 'http://page');
  const kept = await keptScope(asked.pathname);
  const state = readListState(asked.searchParams, withKeptScope(offer, kept));
  const fill = async (client: QueryClient) => {
    const [page] = await Promise.all([
      prefetch(client, list(listQuery(state, offer, group, Date.now()))),
      prefetch(client, {
        ...savedViews.versioned(state.savedView),
        enabled: state.savedView !== '',
      }),
    ]);
    if (page) await then(client, { scope: state.scope, rows: rowsOf(page) });
    const below = page?.totalCount === '0' && belowOf(state, offer, group);
    if (below) await prefetch(client, list(below.query));
  };
  return <Prefetched fill={fill}>{children}</Prefetched>;
}

/** The scope that the visitor chose last for this list. */
async function keptScope(pathname: string): Promise<string | undefined> {
  const cookie = (await cookies()).get(SCOPES_COOKIE)?.value;
  if (cookie === undefined) return undefined;
  return parseScopes(cookie, personOf(await readCaller()))[scopeOf(pathname).tab ?? ''];
}

/**
 * The names of the rows' groups, for a list over several groups.
 *
 * @returns whether a group has no name, because it was deleted.
 */
export async function prefetchHolders(client: QueryClient, listed: Listed<{ uid: string }>) {
  const uids = listed.scope === 'in' ? [] : parentsOf(listed.rows);
  const names = await prefetch(client, namesQuery('groups', uids));
  return uids.some((uid) => !names?.has(uid));
}
