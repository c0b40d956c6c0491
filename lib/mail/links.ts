/** Messages with a link: for a new password, to verify an address, or to change it. */
import type { Message } from '#lib/mail/message.ts';
import { circumstances, here, messageOf, utcText, type Asked } from '#lib/mail/wording.ts';

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
  return messageOf(email, `Choose a new password for ${name}`, [
    `Somebody asked for a new password for ${email} at ${name} (${url}).`,
    ...(links.length > 1 ? ofSeveral(links) : links.flatMap(ofOne)),
    'If it was not you, do nothing: your password stays as it is.',
    circumstances(time, asked),
  ]);
}

const ofOne = ({ link, expireTime }: Link) => [
  `To choose one, open this link. It works once, until ${utcText(new Date(expireTime))}:`,
  link,
];

/** Names are left out, since whoever has made an account with the address of another person chose them. */
const ofSeveral = (links: readonly LinkOfMany[]) => [
  'Several accounts have this address, and none has verified it. To choose one for an account, open its link. It works once.',
  ...links.map(
    ({ link, createTime, expireTime }) =>
      `Account created ${utcText(createTime)}, link until ${utcText(new Date(expireTime))}:\n${link}`,
  ),
];

/** To somebody whose password an administrator has reset. */
export function resetRequiredMail({ email, link, expireTime }: Link): Message {
  const { name, url } = here();
  return messageOf(email, `Choose a new password for ${name}`, [
    `An administrator of your organization reset the password for ${email} at ${name} (${url}). Your password no longer signs you in, and your sessions have ended.`,
    `To choose a new one, open this link. It works once, until ${utcText(new Date(expireTime))}:`,
    link,
    `If it has expired, ask for another one here:\n${url}/forgot-password`,
  ]);
}

/** To the address of an account, to find out whether its owner reads it. */
export function verificationLinkMail(
  { email, link, expireTime }: { email: string; link: string; expireTime: Date },
  time: Date,
  asked: Asked,
): Message {
  const { name, url } = here();
  return messageOf(email, `Verify your e-mail address for ${name}`, [
    `Somebody with an account for ${email} at ${name} (${url}) asked to verify this address.`,
    `If it was you, open this link in a browser where you are signed in, until ${utcText(expireTime)}:`,
    link,
    'If it was not you, do nothing: the link works only for somebody who can sign in to that account.',
    circumstances(time, asked),
  ]);
}

/** The message to a person whose verified address somebody gave for another account. */
export function addressTakenMail(email: string, time: Date, asked: Asked): Message {
  const { name, url } = here();
  return messageOf(email, `Your e-mail address was given for another account (${name})`, [
    `Somebody made another account with ${email} at ${name} (${url}). You have verified this address with your account, so it stays yours: the other account cannot verify it.`,
    `If it was you, sign in with your own account and open the invite there, or ask for another one:\n${url}/sign-in`,
    'If it was not you, do nothing.',
    circumstances(time, asked),
  ]);
}

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
  const subject = isNew
    ? `Your new e-mail address for ${name}`
    : `Change of your e-mail address for ${name}`;
  return messageOf(isNew ? newEmail : email, subject, [
    `Somebody asked to change the e-mail address of an account at ${name} (${url}).`,
    `From: ${email}\nTo: ${newEmail}`,
    `If it was you, open this link in a browser where you are signed in, until ${utcText(expireTime)}:`,
    link,
    isNew
      ? 'If it was not you, do nothing: the account does not get your address.'
      : `If it was not you, the address stays as it is, but somebody else may use your account. Choose a new password, which signs out every browser and makes this link useless:\n${url}/forgot-password`,
    circumstances(time, asked),
  ]);
}
