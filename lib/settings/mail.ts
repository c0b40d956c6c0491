/** Whether and how e-mail is sent. */
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';
import type { Sender, SmtpServer } from './kinds/mail.ts';

/** The server that sends e-mail, from `GROVE_SMTP_URL`. */
export interface MailSettings extends SmtpServer {
  /** Without TLS from the first byte: whether a server without STARTTLS is refused. */
  needsStartTls: boolean;
  from: Sender;
}

/** @returns undefined if no e-mail is sent. */
export function readMail(settings: Settings): MailSettings | undefined {
  const server = settings('GROVE_SMTP_URL');
  const from = settings('GROVE_MAIL_FROM');
  if (server === undefined && from === undefined) return undefined;
  if (server === undefined || from === undefined) {
    throw new OperatorError('GROVE_SMTP_URL and GROVE_MAIL_FROM must be set both, or neither');
  }
  const needsStartTls = !server.isTls && !settings('GROVE_ALLOW_PLAIN_SMTP');
  return { ...server, needsStartTls, from };
}
