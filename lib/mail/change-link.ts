import type { Message } from './outbox.ts';
import { circumstances, here, utcText, type Asked } from './wording.ts';

interface Change {
  email: string;
  newEmail: string;
  isNew: boolean;
  link: string;
}

interface Times {
  time: Date;
  expireTime: Date;
  asked: Asked;
}

/** To one of both addresses, to find out whether its owner agrees to the change. */
export function changeLinkMail(
  { email, newEmail, isNew, link }: Change,
  { time, expireTime, asked }: Times,
): Message {
  const { name, url } = here();
  return {
    to: isNew ? newEmail : email,
    subject: isNew
      ? `Your new e-mail address for ${name}`
      : `Change of your e-mail address for ${name}`,
    text: `Somebody asked to change the e-mail address of an account at ${name} (${url}).

From: ${email}
To: ${newEmail}

If it was you, open this link in a browser where you are signed in, until ${utcText(expireTime)}:

${link}

${isNew ? NEW : current(url)}

${circumstances(time, asked)}
`,
  };
}

const NEW = 'If it was not you, do nothing: the account does not get your address.';

const current = (url: string) =>
  `If it was not you, the address stays as it is, but somebody else may use your account. Choose a new password, which signs out every browser and makes this link useless:
${url}/forgot-password`;
