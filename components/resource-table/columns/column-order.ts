/** The order of columns: pure. */

/** The order that a person chose. Columns that are newer than the choice come after the column that precedes
 * them in the list's own order. */
export function completeOrder(ids: readonly string[], chosen: readonly string[]): string[] {
  const order = chosen.filter((id) => ids.includes(id));
  ids.forEach((id, index) => {
    if (order.includes(id)) return;
    const before = ids[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}

/** Puts a column at the place of another; the first column names the row and stays. */
export function moved(order: readonly string[], id: string, to: string): string[] {
  const from = order.indexOf(id);
  const at = order.indexOf(to);
  if (from < 1 || at < 1) return [...order];
  const next = order.filter((other) => other !== id);
  next.splice(at, 0, id);
  return next;
}
