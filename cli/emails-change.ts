import { changeEmail } from '#lib/service/people/email-change.ts';
import { parse } from './usage.ts';

export async function emailsChange(args: string[]): Promise<string> {
  const { positionals } = parse(args, ['EMAIL', 'NEW_EMAIL'], {});
  const [email = '', newEmail = ''] = positionals;
  return JSON.stringify(await changeEmail(email, newEmail), null, 2);
}
