import { newResetLink } from '#lib/service/people/password-resets.ts';
import { parse } from './usage.ts';

/** Prints the one-time link and nothing else, so that it can be passed on as it is. */
export async function passwordsReset(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['EMAIL'], {});
  return (await newResetLink(positionals[0] ?? '')).link;
}
