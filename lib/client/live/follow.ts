/** Reads again what others have changed. Rows on the screen stay where they are. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { call, unattended } from '#lib/client/api.ts';
import { isAffected } from '#lib/client/live/affected.ts';
import { listen, type LiveEvent } from '#lib/client/live/connection.ts';
import { areRowsShown, noteNews } from '#lib/client/live/news.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';
import { CATALOG, collectionPath } from '#lib/resources/catalog.ts';

/** Events that come together are read together. */
const GATHER_MS = 300;

type Rows = Page & Record<string, { uid: string }[]>;

/**
 * Follows an organization until the result is called.
 *
 * @param onBroken whether the connection is broken.
 */
export function follow(
  client: QueryClient,
  from: { root: string; after: string },
  onBroken: (isBroken: boolean) => void,
): () => void {
  let events: LiveEvent[] = [];
  let isAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = () => {
    timer = undefined;
    // Nobody looks at the page. It is read once somebody does.
    if (document.hidden) return;
    const [gathered, all] = [events, isAll];
    [events, isAll] = [[], false];
    const isStale = ({ queryKey }: Query) =>
      all || gathered.some((event) => isAffected(queryKey, event));
    unattended(() => refresh(client, client.getQueryCache().findAll({ predicate: isStale })));
  };
  const readSoon = () => {
    timer ??= setTimeout(readAgain, GATHER_MS);
  };
  const end = listen(from, (heard) => {
    if (heard.kind === 'event') events.push(heard.event);
    else if (heard.kind === 'reset') isAll = true;
    else return onBroken(heard.kind === 'broken');
    readSoon();
  });
  document.addEventListener('visibilitychange', readSoon);
  return () => {
    document.removeEventListener('visibilitychange', readSoon);
    clearTimeout(timer);
    end();
  };
}

function refresh(client: QueryClient, stale: readonly Query[]): void {
  for (const query of stale) {
    const { queryKey } = query;
    const isOnScreen = query.isActive() && areRowsShown(queryKey);
    if (!isOnScreen) void client.invalidateQueries({ queryKey, exact: true });
    else readRows(client, query).catch(() => undefined);
  }
}

/** Shows the rows as they are now if each keeps its place. Otherwise the list says that there is news. */
async function readRows(client: QueryClient, { queryKey }: Query): Promise<void> {
  const [collection, , query] = queryKey as [string, string, ListQuery];
  const entry = Object.values(CATALOG).find((one) => one.collection === collection);
  if (entry === undefined) return;
  const rowsOf = (page: Rows | undefined) => (page?.[collection] ?? []).map(({ uid }) => uid);
  const page = await call<Rows>(`${collectionPath(entry)}?${searchOf(query)}`);
  const shown = rowsOf(client.getQueryData<Rows>(queryKey));
  const rows = rowsOf(page);
  if (shown.length === 0 || rows.join() === shown.join()) {
    client.setQueryData(queryKey, page);
    return noteNews(queryKey, undefined);
  }
  noteNews(queryKey, rows.filter((uid) => !shown.includes(uid)).length);
}
