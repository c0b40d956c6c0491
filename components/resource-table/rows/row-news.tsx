'use client';

import { RefreshCw } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '#components/ui/buttons/button.tsx';
import { numberText } from '#lib/client/counted.ts';
import { newsOf, noteNews, showRows, subscribe } from '#lib/client/live/news.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

interface RowNewsProps {
  /** The path of the collection. */
  collection: string;
  query: ListQuery;
  onShow: () => void;
}

const none = () => undefined;

/** Offers rows that others have made or moved, so that none moves under a hand. */
export default function RowNews({ collection, query, onShow }: RowNewsProps) {
  const key = [collection.slice(collection.lastIndexOf('/') + 1), 'list', query];
  const name = JSON.stringify(key);
  useEffect(() => showRows(JSON.parse(name) as unknown[]), [name]);
  const count = useSyncExternalStore(subscribe, () => newsOf(key), none);
  if (count === undefined) return null;
  return (
    <Button
      size="sm"
      icon={RefreshCw}
      hint="Read the rows again"
      onPress={() => {
        noteNews(key, undefined);
        onShow();
      }}
    >
      {count === 0 ? 'Changed' : `${numberText(count)} new`}
    </Button>
  );
}
