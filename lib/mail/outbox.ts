/**
 * Sends e-mail after the request that caused it, and apart from it: a server that is slow or down
 * delays nobody, and only the log and a metric say so. What the server could not take at the moment is
 * sent a few times more, from memory.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { logError } from '#lib/log.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js';
import type { MailSettings } from '#lib/settings/mail.ts';

/** Plain text, in which nothing can be hidden and no script runs. */
export interface Message {
  to: string;
  subject: string;
  text: string;
}

/** What makes a message when its turn comes, or null if none is to be sent. */
export type Writer = () => Promise<Message | null>;

const AT_ONCE = 4;
/** More wait only if the server is down or somebody sends requests in bulk. */
const MOST_WAITING = 1_000;

const TIMEOUTS_MS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Servers that make strangers wait (RFC 6647) take a message after some minutes. */
const TRIED_AGAIN_AFTER_MS = [30_000, 300_000];

interface Waiting {
  what: string;
  write: Writer;
  failures: number;
}

interface Outbox {
  turns: Semaphore;
  /** Messages that could not be sent, with the timer that sends them again. */
  later: Map<Waiting, NodeJS.Timeout>;
  /** Messages that are sent, or wait for their turn. */
  running: Set<Promise<void>>;
}

const shared = globalThis as typeof globalThis & { groveOutbox?: Outbox };
const outbox: Outbox = (shared.groveOutbox ??= {
  turns: new Semaphore(AT_ONCE),
  later: new Map(),
  running: new Set(),
});

/**
 * Sends a message later. Does nothing in an installation without e-mail.
 *
 * @param what names the message in the log.
 */
export function post(what: string, write: Writer): void {
  if (outbox.running.size + outbox.later.size < MOST_WAITING) {
    queueUp({ what, write, failures: 0 });
  } else if (config().mail !== undefined) {
    failed(what, new Error('too many wait'));
  }
}

function queueUp(message: Waiting): void {
  const settings = config().mail;
  if (settings === undefined) return;
  const running = sendInTurn(settings, message).finally(() => outbox.running.delete(running));
  outbox.running.add(running);
}

/**
 * Resolves when nothing waits to be sent, or after this time. What waits to be tried again is tried
 * at once.
 */
export async function mailSent(mostMs: number): Promise<void> {
  const isOver = wait(mostMs, true, { ref: false });
  while (outbox.running.size + outbox.later.size > 0) {
    for (const message of outbox.later.keys()) tryAgain(message);
    if (await Promise.race([Promise.all(outbox.running).then(() => false), isOver])) return;
  }
}

async function sendInTurn(settings: MailSettings, waiting: Waiting): Promise<void> {
  // The answer to the request comes first, so that its time does not depend on this lookup.
  await wait(config().pace.mailDelayMs);
  const endTurn = await outbox.turns.take();
  try {
    const message = await waiting.write();
    if (message === null) return;
    await send(settings, message);
    counts.mailsSent += 1;
  } catch (error) {
    const delay = isTemporary(error) ? TRIED_AGAIN_AFTER_MS[waiting.failures] : undefined;
    if (delay === undefined) failed(waiting.what, error);
    else sendLater({ ...waiting, failures: waiting.failures + 1 }, delay);
  } finally {
    endTurn();
  }
}

function sendLater(message: Waiting, delay: number): void {
  const timer = setTimeout(() => tryAgain(message), delay);
  timer.unref();
  outbox.later.set(message, timer);
}

function tryAgain(message: Waiting): void {
  clearTimeout(outbox.later.get(message));
  outbox.later.delete(message);
  queueUp(message);
}

/** A reply of 4xx (RFC 5321, 4.2.1), or none. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as SMTPError;
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500;
  return ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'].includes(code ?? '');
}

function failed(what: string, error: unknown): void {
  counts.mailsFailed += 1;
  logError(`cannot send e-mail (${what})`, error instanceof Error ? error.message : error);
}

async function send(settings: MailSettings, { to, subject, text }: Message): Promise<void> {
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
      // Suppresses automatic replies, such as notes of absence (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
