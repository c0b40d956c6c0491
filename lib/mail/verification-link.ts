import type { Message } from './outbox.ts';
import { circumstances, here, utcText, type Asked } from './wording.ts';

/** To the address of an account, to find out whether its owner reads it. */
export function verificationLinkMail(
  { email, link, expireTime }: { email: string; link: string; expireTime: Date },
  time: Date,
  asked: Asked,
): Message {
  const { name, url } = here();
  return {
    to: email,
    subject: `Verify your e-mail address for ${name}`,
    text: `Somebody with an account for ${email} at ${name} (${url}) asked to verify this address.

If it was you, open this link in a browser where you are signed in, until ${utcText(expireTime)}:

${link}

If it was not you, do nothing: the link works only for somebody who can sign in to that account.

${circumstances(time, asked)}
`,
  };
}

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
