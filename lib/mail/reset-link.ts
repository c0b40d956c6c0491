import { config } from '#lib/config.ts';
import type { Message } from './outbox.ts';
import { circumstances, utcText } from './who-asked.ts';
import type { Asked } from './who-asked.ts';

interface Link {
  email: string;
  link: string;
  expireTime: string;
}

/** To whoever has forgotten the password of an account. */
export function resetLinkMail(
  { email, link, expireTime }: Link,
  time: Date,
  asked: Asked,
): Message {
  const { url, installation } = config();
  const name = installation.name ?? 'Grove';
  return {
    to: email,
    subject: `Choose a new password for ${name}`,
    text: `Somebody asked for a new password for ${email} at ${name} (${url}).

To choose one, open this link. It works once, until ${utcText(new Date(expireTime))}:

${link}

If it was not you, do nothing: your password stays as it is.

${circumstances(time, asked)}
`,
  };
}

/** To somebody whose password an administrator has reset. */
export function resetRequiredMail({ email, link, expireTime }: Link): Message {
  const { url, installation } = config();
  const name = installation.name ?? 'Grove';
  return {
    to: email,
    subject: `Choose a new password for ${name}`,
    text: `An administrator of your organization reset the password for ${email} at ${name} (${url}). Your password no longer signs you in, and your sessions have ended.

To choose a new one, open this link. It works once, until ${utcText(new Date(expireTime))}:

${link}

After that, ask for another one here:
${url}/forgot-password
`,
  };
}
