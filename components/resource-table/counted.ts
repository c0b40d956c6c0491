const NUMBERS = new Intl.NumberFormat('en');

/** "3 groups", "1 group". */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${NUMBERS.format(count)} ${count === 1 ? one : many}`;
}
