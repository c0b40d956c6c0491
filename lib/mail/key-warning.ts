import type { Message } from './outbox.ts';
import { here, oneLine, utcText } from './wording.ts';

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
  return {
    to,
    subject: one ? `A key expires soon (${name})` : `${keys.length} keys expire soon (${name})`,
    text: `${one ? 'A key' : `${keys.length} keys`} at ${name} (${url}) will expire soon. ${one ? 'The program that uses it' : 'The programs that use them'} will be refused from then on.

${keys.map((key) => described(key, url)).join('\n\n')}

To keep a program running, create a new key, give it to the program, and delete the old one. Deleted keys are not mentioned again.

This message goes to the person who created a key, or to the owners of the organization if that person cannot be reached.
`,
  };
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
