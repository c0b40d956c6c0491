import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { parse } from './usage.ts';

/** Prints what was removed, as JSON. */
export async function factorsRemove(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['EMAIL'], {});
  return JSON.stringify(await removeAllFactors(positionals[0] ?? ''), null, 2);
}
