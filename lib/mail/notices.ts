/** Notices to people about changes of their accounts, in case somebody else made them. */
import type { Message } from './message.ts';
import { circumstances, here, messageOf, type Asked } from './wording.ts';

interface Words {
  subject: string;
  /** What happened, as a sentence. */
  what: string;
  /** What to do if it was somebody else. A new password for the account unless given. */
  advice?: string;
}

/** The account cannot be reached from the address any more. */
const LOST = 'ask the operator of this installation to give the account its address back.';

const WORDS = {
  passwordChanged: {
    subject: 'Your password was changed',
    what: 'The password was changed.',
  },
  passwordReset: {
    subject: 'Your password was reset',
    what: 'A one-time link was used to choose a new password.',
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    what: 'The account now has another e-mail address. The links sent to both addresses were used.',
    advice: LOST,
  },
  emailChangedByOperator: {
    subject: 'Your e-mail address was changed',
    what: 'The operator of this installation gave the account another e-mail address.',
    advice: LOST,
  },
  authenticatorAppAdded: {
    subject: 'An authenticator app was added',
    what: 'An authenticator app was added.',
  },
  authenticatorAppRemoved: {
    subject: 'An authenticator app was removed',
    what: 'An authenticator app was removed.',
  },
  passkeyAdded: { subject: 'A passkey was added', what: 'A passkey was added.' },
  passkeyRemoved: { subject: 'A passkey was removed', what: 'A passkey was removed.' },
  recoveryCodesReplaced: {
    subject: 'New recovery codes',
    what: 'New recovery codes replaced the earlier ones.',
  },
  secondFactorsRemoved: {
    subject: 'Your second factors were removed',
    what: 'The operator of this installation removed all second factors.',
  },
  secondFactorsRemovedByAdministrator: {
    subject: 'Your second factors were removed',
    what: 'An administrator of your organization removed all second factors.',
  },
  newBrowser: {
    subject: 'A sign-in from a new browser',
    what: 'Somebody signed in with a browser that had not been used for this account before.',
  },
} as const satisfies Record<string, Words>;

export type Notice = keyof typeof WORDS;

const newPassword = (url: string) =>
  `choose a new password, which signs out every browser:\n${url}/forgot-password\n\nThen check that all passkeys and authenticator apps are yours, and tell an administrator of your organization:\n${url}/settings/security`;

/** The subject of the message, without the installation. */
export const topicOf = (notice: Notice): string => WORDS[notice].subject;

/** The message about a change of an account. @param time of the change. */
export function noticeMail(notice: Notice, email: string, time: Date, asked: Asked): Message {
  const { name, url } = here();
  const { subject, what, advice = newPassword(url) }: Words = WORDS[notice];
  return messageOf(email, `${subject} (${name})`, [
    what,
    `Account: ${email} at ${name} (${url})\n${circumstances(time, asked)}`,
    'If it was you, there is nothing to do.',
    `If it was not, somebody else may use your account: ${advice}`,
  ]);
}
