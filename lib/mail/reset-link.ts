import type { Message } from './outbox.ts';
import { circumstances, here, utcText, type Asked } from './wording.ts';

interface Link {
  email: string;
  link: string;
  expireTime: string;
}

interface LinkOfMany extends Link {
  createTime: Date;
}

/** To whoever has forgotten a password, with a link for each account that has the address. */
export function resetLinkMail(
  email: string,
  links: readonly LinkOfMany[],
  time: Date,
  asked: Asked,
): Message {
  const { name, url } = here();
  return {
    to: email,
    subject: `Choose a new password for ${name}`,
    text: `Somebody asked for a new password for ${email} at ${name} (${url}).

${links.length > 1 ? ofSeveral(links) : links.map(ofOne).join()}

If it was not you, do nothing: your password stays as it is.

${circumstances(time, asked)}
`,
  };
}

const ofOne = ({ link, expireTime }: Link) =>
  `To choose one, open this link. It works once, until ${utcText(new Date(expireTime))}:

${link}`;

/** Names are left out, since whoever has made an account with the address of another person chose them. */
const ofSeveral = (links: readonly LinkOfMany[]) =>
  `Several accounts have this address, and none has verified it. To choose one for an account, open its link. It works once.

${links
  .map(
    ({ link, createTime, expireTime }) =>
      `Account created ${utcText(createTime)}, link until ${utcText(new Date(expireTime))}:
${link}`,
  )
  .join('\n\n')}`;

/** To somebody whose password an administrator has reset. */
export function resetRequiredMail({ email, link, expireTime }: Link): Message {
  const { name, url } = here();
  return {
    to: email,
    subject: `Choose a new password for ${name}`,
    text: `An administrator of your organization reset the password for ${email} at ${name} (${url}). Your password no longer signs you in, and your sessions have ended.

To choose a new one, open this link. It works once, until ${utcText(new Date(expireTime))}:

${link}

If it has expired, ask for another one here:
${url}/forgot-password
`,
  };
}
