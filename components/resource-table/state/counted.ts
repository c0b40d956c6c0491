import { numberText } from '#components/ui/text/number-text.ts';
/** "3 groups", "1 group". */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
