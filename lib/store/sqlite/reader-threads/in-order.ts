/** Whether an index holds what a page asks for, in the page's order. */
import type { PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';

/** Whether the rows are narrowed by nothing but their place and the column that orders them. */
export function isInOrder({ where, order }: Pick<PageQuery, 'where' | 'order'>): boolean {
  const filters = leavesOf(where).filter((leaf) => !isPlace(leaf));
  return (
    filters.length > 0 &&
    filters.every(
      (leaf) => (leaf.kind === 'is' || leaf.kind === 'in') && leaf.column === order.column,
    )
  );
}

function leavesOf(where: Predicate): Predicate[] {
  const isJoined = where.kind === 'all' || where.kind === 'any';
  return isJoined ? where.of.flatMap(leavesOf) : [where];
}

const isPlace = (leaf: Predicate): boolean =>
  leaf.kind === 'below' || (leaf.kind === 'is' && leaf.column === 'uid');
