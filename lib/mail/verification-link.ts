import { config } from '#lib/config.ts';
import type { Message } from './outbox.ts';
import { circumstances, utcText, type Asked } from './who-asked.ts';

/** To the address of an account, to find out whether its owner reads it. */
export function verificationLinkMail(
  { email, link, expireTime }: { email: string; link: string; expireTime: Date },
  time: Date,
  asked: Asked,
): Message {
  const { url, installation } = config();
  const name = installation.name ?? 'Grove';
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
