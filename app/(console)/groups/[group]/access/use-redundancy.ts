'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bindingsOfQuery, grantsQuery } from '#lib/client/access/bindings.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';
import { redundantBindings } from '#lib/client/access/redundancy.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface Redundancy {
  /** By the uid of each redundant binding what makes it so. */
  by: ReadonlyMap<string, RoleBinding>;
  /** Whether all bindings that could make one redundant were looked at. */
  isComplete: boolean;
}

const NONE: Redundancy = { by: new Map(), isComplete: true };
const NO_ROWS: readonly RoleBinding[] = [];

/**
 * Which of the bindings give nothing that another one does not.
 *
 * @param narrowed filters that keep every binding at the groups of the rows and above.
 */
export function useRedundancy(
  rows: readonly RoleBinding[] = NO_ROWS,
  narrowed: ListQuery = {},
): Redundancy {
  const all = useQuery({
    ...bindingsOfQuery(
      rows.map(({ identity }) => identity.uid),
      narrowed,
    ),
    enabled: rows.length > 0,
  });
  const grants = useQuery({
    ...grantsQuery([...rows, ...(all.data?.bindings ?? [])].map(({ role }) => role.uid)),
    enabled: all.data !== undefined,
  });
  return useMemo(() => {
    if (!all.data || !grants.data) return NONE;
    const { bindings, isComplete } = all.data;
    return { by: redundantBindings(rows, bindings, grants.data), isComplete };
  }, [rows, all.data, grants.data]);
}
