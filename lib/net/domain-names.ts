/** Names of domains, in the form in which they are compared. */
import { domainToASCII } from 'node:url';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A last label of digits alone would be that of an address. */
const NAME = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);
const MAX_LENGTH = 253;

/**
 * In lower case and in the form of the DNS: `xn--bcher-kva.example` for `Bücher.example`. Null for
 * anything that is not a name of at least two labels.
 */
export function domainName(text: string): string | null {
  // The encoder also decodes percent signs and drops some characters, which a name has no use for.
  if (/[\s%@/:?#\\[\]]/.test(text)) return null;
  const name = domainToASCII(text);
  return name.length <= MAX_LENGTH && NAME.test(name) ? name : null;
}

/** The domain of an e-mail address; null if it has none. */
export const domainOfEmail = (email: string): string | null =>
  email.includes('@') ? domainName(email.slice(email.lastIndexOf('@') + 1)) : null;
