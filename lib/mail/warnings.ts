/** Warnings to people of an organization: of keys that end, and of an identity that matches somebody else. */
import type { Message } from '#lib/mail/message.ts';
import { here, messageOf, oneLine, utcText } from '#lib/mail/wording.ts';

/** Subjects of the messages, without the installation. */
export const KEY_TOPIC = 'A key expires soon';
export const CLAIM_MATCH_TOPIC = 'An identity now matches somebody else';

export const WEBHOOK_TOPIC = 'Events are not delivered';

/** A key that expires soon, as the warning describes it. */
export interface EndingKey {
  name: string;
  keyId: string;
  identity: string;
  group: { uid: string; name: string };
  expirationTime: Date;
  lastUsedTime: Date | null;
  /** As `clientNetwork` gives it. */
  lastUsedNetwork: string | null;
}

/**
 * To somebody who can replace keys before they end.
 *
 * @param keys at least one, the one that ends first before the others.
 */
export function keyWarningMail(to: string, keys: readonly EndingKey[]): Message {
  const { name, url } = here();
  const one = keys.length === 1;
  const subject = one ? `${KEY_TOPIC} (${name})` : `${keys.length} keys expire soon (${name})`;
  return messageOf(to, subject, [
    `${one ? 'A key' : `${keys.length} keys`} at ${name} (${url}) will expire soon. ${one ? 'The program that uses it' : 'The programs that use them'} will be refused from then on.`,
    ...keys.map((key) => described(key, url)),
    'To keep a program running, create a new key, give it to the program, and delete the old one. Deleted keys are not mentioned again.',
    'This message goes to the person who created a key, or to the owners of the organization if that person cannot be reached.',
  ]);
}

function described(key: EndingKey, url: string): string {
  const { keyId, group, expirationTime, lastUsedTime, lastUsedNetwork } = key;
  const from = lastUsedNetwork === null ? '' : `, from ${lastUsedNetwork}`;
  return `Key: ${oneLine(key.name)} (${keyId})
Acts as: ${oneLine(key.identity)}
Group: ${oneLine(group.name)}
Expires: ${utcText(expirationTime)}
Last used: ${lastUsedTime === null ? 'never' : `${utcText(lastUsedTime)}${from}`}
${url}/groups/${group.uid.replaceAll('/', '.')}/keys?key_id=${keyId}`;
}

interface Failing {
  uid: string;
  parent: string;
  name: string;
  url: string;
  since: Date;
}

/** To an owner of the organization of a subscription that delivers nothing. The path of its target may be a secret. */
export function webhookWarningMail(
  to: string,
  { uid, parent, name, url, since }: Failing,
): Message {
  const { name: where, url: grove } = here();
  const page = `groups/${parent.replaceAll('/', '.')}/subscriptions/${uid.replaceAll('/', '.')}`;
  return messageOf(to, `${WEBHOOK_TOPIC} (${where})`, [
    `A subscription at ${where} (${grove}) has delivered no event for a while. After five days of failures alone it is disabled. Events are kept, and can be sent again.`,
    `Subscription: ${oneLine(name)}
Target: ${URL.parse(url)?.host ?? ''}
Since: ${utcText(since)}
${grove}/${page}`,
    'This message goes to the owners of the organization.',
  ]);
}

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
  const group = uid.slice(0, uid.lastIndexOf('/')).replaceAll('/', '.');
  return messageOf(to, `${CLAIM_MATCH_TOPIC} (${where})`, [
    'Somebody changed which tokens an identity of your organization matches. The person or program that it matches now has all of its roles there.',
    `Identity: ${oneLine(name)} at ${where} (${url})
Issuer: ${oneLine(issuer ?? 'any that its pattern matches')}
Subject: ${oneLine(subject ?? 'any that its pattern matches')}
When: ${utcText(time)}`,
    'Its account, sessions, keys and tokens have ended, and roles that other organizations have given it have no effect until they confirm them.',
    `If nobody in your organization should have done that, see who did, and block the identity:\n${url}/groups/${group}/activity`,
  ]);
}
