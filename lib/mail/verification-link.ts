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
    text: `Somebody with an account for ${email} at ${name} (${url}) asked whether this address is theirs.

If it was you, open this link in a browser where you are signed in, until ${utcText(expireTime)}:

${link}

If it was not you, do nothing: the link only works for whoever has the password of that account.

${circumstances(time, asked)}
`,
  };
}
