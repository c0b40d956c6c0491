/** Rows of tests, and the order that lists have to have. */
export type Row = Record<string, unknown> & { uid: string; createTime: Date; updateTime: Date };

export function compare(a: Row, b: Row, column: string): number {
  for (const key of [column, 'uid']) {
    const [one, two] = [a[key], b[key]];
    const order =
      typeof one === 'string'
        ? Buffer.compare(Buffer.from(one), Buffer.from(String(two)))
        : Number(one) - Number(two);
    if (order !== 0) return order;
  }
  return 0;
}
