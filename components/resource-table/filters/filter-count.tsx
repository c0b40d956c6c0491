'use client';

import { useQuery } from '@tanstack/react-query';
import { numberText } from '#lib/client/counted.ts';
import { countQuery } from '#lib/client/lists/count-query.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

/** The number of rows that the list would have. */
export default function FilterCount({
  collection,
  query,
}: {
  collection: string;
  query: ListQuery;
}) {
  const { data } = useQuery(countQuery(collection, query));
  return data && numberText(Number(data.totalCount));
}
