/** Hands a message to the SMTP server. */
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js';
import type { MailSettings } from '#lib/settings/mail.ts';
import type { Message } from './message.ts';

const TIMEOUTS_MS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** A reply of 4xx (RFC 5321, 4.2.1), or none. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as SMTPError;
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500;
  return ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'].includes(code ?? '');
}

function headersOf({ unsubscribeUrl }: Message): Record<string, string> {
  return {
    // Suppresses automatic replies, such as notes of absence (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

export async function send(settings: MailSettings, message: Message): Promise<void> {
  const { to, subject, text, html, id } = message;
  const { host, port, isTls: secure, needsStartTls, credentials: auth, from } = settings;
  // Loaded with the first message, as most processes send none.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure,
    // A password is never sent in the clear, even if somebody on the way hides STARTTLS.
    requireTLS: needsStartTls || auth !== undefined,
    ...(auth !== undefined && { auth }),
    ...TIMEOUTS_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(id !== undefined && { messageId: `<${id}>` }),
      headers: headersOf(message),
    });
  } finally {
    transport.close();
  }
}
