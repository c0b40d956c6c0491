import { queryOptions } from '@tanstack/react-query';
import { readBindingsOf, readGrants } from '#lib/client/access/bindings.ts';
import { redundantBindings } from '#lib/client/access/redundancy.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface Redundancy {
  /** For each redundant binding, by uid, the binding that makes it redundant. */
  by: ReadonlyMap<string, RoleBinding>;
  /** Whether every binding that could make one redundant was read. */
  isComplete: boolean;
}

/** The result while nothing is known yet. */
export const NO_REDUNDANCY: Redundancy = { by: new Map(), isComplete: true };

/**
 * The bindings that grant nothing beyond another one.
 *
 * @param narrowed filters that keep every binding at the groups of the rows and above.
 */
export function redundancyQuery(rows: readonly RoleBinding[] = [], narrowed: ListQuery = {}) {
  const shown = rows.map(({ uid, identity, role }) => [uid, identity.uid, role.uid]);
  return queryOptions({
    queryKey: ['roleBindings', 'list', narrowed, 'redundancy', shown],
    queryFn: async ({ signal }): Promise<Redundancy> => {
      const identities = rows.map(({ identity }) => identity.uid);
      const { bindings, isComplete } = await readBindingsOf(identities, narrowed, signal);
      const roles = [...rows, ...bindings].map(({ role }) => role.uid);
      const grants = await readGrants(roles, signal);
      return { by: redundantBindings(rows, bindings, grants), isComplete };
    },
    enabled: rows.length > 0,
  });
}
