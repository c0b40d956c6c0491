/** What people are told about their accounts, in case it was not them. */
import { config } from '#lib/config.ts';
import type { Message } from './outbox.ts';
import { circumstances } from './who-asked.ts';
import type { Asked } from './who-asked.ts';

interface Words {
  subject: string;
  /** What happened, as a sentence. */
  what: string;
}

const WORDS = {
  passwordChanged: {
    subject: 'Your password was changed',
    what: 'The password was changed.',
  },
  passwordReset: {
    subject: 'Your password was reset',
    what: 'A one-time link was used to choose a new password.',
  },
  authenticatorAppAdded: {
    subject: 'An authenticator app was added',
    what: 'An authenticator app was added.',
  },
  authenticatorAppRemoved: {
    subject: 'An authenticator app was removed',
    what: 'An authenticator app was removed.',
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    what: 'A passkey was added.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    what: 'A passkey was removed.',
  },
  recoveryCodesReplaced: {
    subject: 'New recovery codes',
    what: 'New recovery codes replaced the earlier ones.',
  },
  secondFactorsRemoved: {
    subject: 'Your second factors were removed',
    what: 'Whoever runs this installation removed all second factors.',
  },
  secondFactorsRemovedByAdministrator: {
    subject: 'Your second factors were removed',
    what: 'An administrator of your organization removed all second factors.',
  },
  newBrowser: {
    subject: 'A sign-in with another browser',
    what: 'Somebody signed in with a browser that was not used for this account before.',
  },
} as const satisfies Record<string, Words>;

export type Notice = keyof typeof WORDS;

export function noticeMail(notice: Notice, email: string, time: Date, asked: Asked): Message {
  const { url, installation } = config();
  const name = installation.name ?? 'Grove';
  const { subject, what } = WORDS[notice];
  return {
    to: email,
    subject: `${subject} (${name})`,
    text: `${what}

Account: ${email} at ${name} (${url})
${circumstances(time, asked)}

If it was you, there is nothing to do.

If it was not, somebody else may use your account. Choose a new password, which signs out every browser:
${url}/forgot-password

Then see whether all passkeys and authenticator apps are yours, and tell an administrator of your organization:
${url}/settings/security
`,
  };
}
