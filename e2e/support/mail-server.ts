/** An SMTP server on loopback that keeps its messages. */
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { freePort } from './free-port.ts';

export interface Received {
  /** The address of the envelope. */
  to: string[];
  mail: ParsedMail;
}

export interface MailServer {
  url: string;
  /** The settings with which Grove sends through the server. */
  settings: { GROVE_SMTP_URL: string; GROVE_ALLOW_PLAIN_SMTP: string; GROVE_MAIL_FROM: string };
  received: Received[];
  /** Waits for the next message and takes it. */
  next(): Promise<Received>;
  stop(): Promise<void>;
}

/** @param options in addition to those of a relay without TLS and passwords. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  let taken = 0;
  let onReceived = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      simpleParser(stream)
        .then((mail) => {
          received.push({ to: envelope.rcptTo.map(({ address }) => address), mail });
          onReceived.resolve();
          onReceived = Promise.withResolvers();
          callback();
        })
        .catch(callback);
    },
    ...options,
  });
  // A client may give up. That is not an error of the server.
  server.on('error', () => undefined);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `smtp://127.0.0.1:${port}`;
  return {
    url,
    settings: {
      GROVE_SMTP_URL: url,
      GROVE_ALLOW_PLAIN_SMTP: '1',
      GROVE_MAIL_FROM: 'Grove <grove@example.com>',
    },
    received,
    async next() {
      while (received.length <= taken) await onReceived.promise;
      const message = received[taken];
      taken += 1;
      if (message === undefined) throw new Error('no message');
      return message;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
