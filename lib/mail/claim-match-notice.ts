import type { Message } from './outbox.ts';
import { here, oneLine, utcText } from './wording.ts';

interface Changed {
  uid: string;
  name: string;
  /** Whom it names; null for a pattern. */
  issuer: string | null;
  subject: string | null;
  time: Date;
}

/** To an owner of the organization of an identity that matches somebody else now. */
export function claimMatchMail(to: string, { uid, name, issuer, subject, time }: Changed): Message {
  const { name: where, url } = here();
  return {
    to,
    subject: `An identity now matches somebody else (${where})`,
    text: `Somebody changed which tokens an identity of your organization matches. The person or program that it matches now has all of its roles there.

Identity: ${oneLine(name)} at ${where} (${url})
Issuer: ${oneLine(issuer ?? 'any that its pattern matches')}
Subject: ${oneLine(subject ?? 'any that its pattern matches')}
When: ${utcText(time)}

Its account, sessions, keys and tokens have ended, and roles that other organizations have given it have no effect until they confirm them.

If nobody in your organization should have done that, see who did, and block the identity:
${url}/groups/${uid.slice(0, uid.lastIndexOf('/')).replaceAll('/', '.')}/activity
`,
  };
}
