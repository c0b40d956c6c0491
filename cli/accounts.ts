/** `passwords reset`, `emails change` and `factors remove`. */
import { changeEmail } from '#lib/service/people/email-change.ts';
import { newResetLink } from '#lib/service/people/password-resets.ts';
import { removeAllFactors } from '#lib/service/people/second-factors.ts';
import { parse } from './usage.ts';

/** Prints the one-time link and nothing else, so that it can be passed on as it is. */
export async function passwordsReset(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['EMAIL'], {});
  return (await newResetLink(positionals[0] ?? '')).link;
}

export async function emailsChange(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['EMAIL', 'NEW_EMAIL'], {});
  const [email = '', newEmail = ''] = positionals;
  return changeEmail(email, newEmail);
}

/** Prints what was removed. */
export async function factorsRemove(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['EMAIL'], {});
  return removeAllFactors(positionals[0] ?? '');
}
