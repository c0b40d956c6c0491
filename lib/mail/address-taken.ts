import type { Message } from './outbox.ts';
import { circumstances, here, type Asked } from './wording.ts';

/** The message to a person whose verified address somebody gave for another account. */
export function addressTakenMail(email: string, time: Date, asked: Asked): Message {
  const { name, url } = here();
  return {
    to: email,
    subject: `Your e-mail address was given for another account (${name})`,
    text: `Somebody made another account with ${email} at ${name} (${url}). You have verified this address with your account, so it stays yours: the other account cannot verify it.

If it was you, sign in with your own account and open the invite there, or ask for another one:
${url}/sign-in

If it was not you, do nothing.

${circumstances(time, asked)}
`,
  };
}
