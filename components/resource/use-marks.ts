'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentCaller } from '#lib/client/session/caller.ts';
import { marksOf } from '#lib/client/session/organizations.ts';

/** By the uid of a root group, what tells it from another one of the same name. */
export function useMarks(): ReadonlyMap<string, string> {
  const { data: caller } = useQuery(currentCaller());
  return useMemo(() => marksOf(caller), [caller]);
}
