/** The server that e-mail is sent through, and whom it is from. */
import { OperatorError } from '#lib/operator-error.ts';
import { notValid, type Kind } from './values.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isTls: boolean;
  /** Sent over TLS alone. */
  credentials?: { user: string; pass: string };
}

export interface Sender {
  name: string;
  address: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const EXAMPLE = 'smtp://user:password@mail.example.com:587';

/** The address may contain a password, so the message does not repeat it. */
export const smtpServer: Kind<SmtpServer> = ({ name, value }) => {
  const url = URL.parse(value);
  const port = PORTS[url?.protocol ?? ''];
  const isWhole =
    url !== null &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    `${url.search}${url.hash}` === '';
  const credentials = url === null ? null : readCredentials(url);
  if (port === undefined || !isWhole || credentials === null) {
    throw new OperatorError(
      `${name} must be an address such as ${EXAMPLE}, with %40 for an @ in a name; smtps:// speaks TLS at once`,
    );
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    isTls: url.protocol === 'smtps:',
    ...credentials,
  };
};

/** @returns null if they cannot be read. */
function readCredentials({ username, password }: URL): Pick<SmtpServer, 'credentials'> | null {
  if (`${username}${password}` === '') return {};
  if (username === '' || password === '') return null;
  try {
    const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
    return { credentials: { user, pass } };
  } catch {
    return null;
  }
}

/** `grove@example.com`, or with a name: `Grove <grove@example.com>`. */
export const sender: Kind<Sender> = ({ name: setting, value }) => {
  const [, name = '', inBrackets] = /^([^<>"\p{C}]{0,100})<([^<>]*)>$/u.exec(value.trim()) ?? [];
  const address = inBrackets ?? value.trim();
  if (/^[^\s<>@",;:()\p{C}]+@[^\s<>@",;:()\p{C}]+$/u.test(address)) {
    return { name: name.trim(), address };
  }
  throw notValid(setting, 'be an address such as Grove <grove@example.com>', value);
};
