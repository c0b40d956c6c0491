/** The SMTP server that e-mail is sent through, and whom it is from. */
import { OperatorError } from '#lib/operator-error.ts';
import { notValid, readFlag, type Environment } from './environment.ts';

/** The server that sends e-mail, from `GROVE_SMTP_URL`. */
export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isTls: boolean;
  /** Without TLS from the first byte: whether a server without STARTTLS is refused. */
  needsStartTls: boolean;
  /** Sent over TLS alone. */
  credentials?: { user: string; pass: string };
  from: Sender;
}

interface Sender {
  name: string;
  address: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const EXAMPLE = 'smtp://user:password@mail.example.com:587';

/**
 * @returns undefined if no e-mail is sent.
 * @throws OperatorError for values that cannot be used. It does not repeat the address, which may
 *   contain a password.
 */
export function readMail(env: Environment): MailSettings | undefined {
  const [server = '', from = ''] = [env.GROVE_SMTP_URL, env.GROVE_MAIL_FROM];
  if (server === '' && from === '') return undefined;
  if (server === '' || from === '') {
    throw new OperatorError('GROVE_SMTP_URL and GROVE_MAIL_FROM must be set both, or neither');
  }
  const read = readServer(server);
  const needsStartTls = !read.isTls && !readFlag('GROVE_ALLOW_PLAIN_SMTP', env);
  return { ...read, needsStartTls, from: readSender(from) };
}

function readServer(value: string): Omit<MailSettings, 'from' | 'needsStartTls'> {
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
      `GROVE_SMTP_URL must be an address such as ${EXAMPLE}, with %40 for an @ in a name; smtps:// speaks TLS at once`,
    );
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    isTls: url.protocol === 'smtps:',
    ...credentials,
  };
}

/** @returns null if they cannot be read. */
function readCredentials({ username, password }: URL): Pick<MailSettings, 'credentials'> | null {
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
function readSender(value: string): Sender {
  const [, name = '', inBrackets] = /^([^<>"\p{C}]{0,100})<([^<>]*)>$/u.exec(value.trim()) ?? [];
  const address = inBrackets ?? value.trim();
  if (/^[^\s<>@",;:()\p{C}]+@[^\s<>@",;:()\p{C}]+$/u.test(address)) {
    return { name: name.trim(), address };
  }
  throw notValid('GROVE_MAIL_FROM', 'be an address such as Grove <grove@example.com>', value);
}
