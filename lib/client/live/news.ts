/** Lists on the screen whose rows would move if they were read again. */
import { hashKey, type QueryKey } from '@tanstack/react-query';

/** How many rows are new; 0 if others have changed their place or are gone. */
type News = number;

const shown = new Map<string, number>();
const news = new Map<string, News>();
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined for nothing new. */
export const newsOf = (key: QueryKey): News | undefined => news.get(hashKey(key));

export function noteNews(key: QueryKey, count: News | undefined): void {
  if (newsOf(key) === count) return;
  if (count === undefined) news.delete(hashKey(key));
  else news.set(hashKey(key), count);
  for (const listener of listeners) listener();
}

/** Notes that rows of the list are on the screen. @returns ends it. */
export function showRows(key: QueryKey): () => void {
  const hash = hashKey(key);
  shown.set(hash, (shown.get(hash) ?? 0) + 1);
  return () => {
    const left = (shown.get(hash) ?? 1) - 1;
    if (left > 0) shown.set(hash, left);
    else shown.delete(hash);
    noteNews(key, undefined);
  };
}

export const areRowsShown = (key: QueryKey): boolean => shown.has(hashKey(key));
