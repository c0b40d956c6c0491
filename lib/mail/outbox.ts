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

interface Outbox {
  turns: Semaphore;
  /** Messages that are sent, or wait for their turn or for another attempt. */
  running: Set<Promise<void>>;
  /** Aborted when no attempt may wait any longer. */
  hurry: AbortController;
}

const shared = globalThis as typeof globalThis & { groveOutbox?: Outbox };
const outbox: Outbox = (shared.groveOutbox ??= {
  turns: new Semaphore(AT_ONCE),
  running: new Set(),
  hurry: new AbortController(),
});

/**
 * Sends a message later. Does nothing in an installation without e-mail.
 *
 * @param what names the message in the log.
 */
export function post(what: string, write: Writer): void {
  if (config().mail === undefined) return;
  if (outbox.running.size >= MOST_WAITING) return failed(what, new Error('too many wait'));
  const { mailAgainMs } = config().pace;
  const running = deliver(what, write, mailAgainMs).finally(() => outbox.running.delete(running));
  outbox.running.add(running);
}

/**
 * Resolves when nothing waits to be sent, or after this time. What waits to be tried again is tried
 * at once.
 */
export async function mailSent(mostMs: number): Promise<void> {
  const isOver = wait(mostMs, true, { ref: false });
  outbox.hurry.abort();
  while (outbox.running.size > 0) {
    if (await Promise.race([Promise.all(outbox.running).then(() => false), isOver])) break;
  }
  outbox.hurry = new AbortController();
}

/** @param delays before each further attempt, in milliseconds. */
async function deliver(
  what: string,
  write: Writer,
  [delay, ...later]: readonly number[],
): Promise<void> {
  // The answer to the request comes first, so that its time does not depend on this lookup.
  await wait(config().pace.mailDelayMs);
  try {
    await attempt(write);
  } catch (error) {
    if (delay === undefined || !isTemporary(error)) return failed(what, error);
    const { signal } = outbox.hurry;
    await wait(delay, undefined, { ref: false, signal }).catch(() => undefined);
    await deliver(what, write, later);
  }
}

async function attempt(write: Writer): Promise<void> {
  const settings = config().mail;
  if (settings === undefined) return;
  const endTurn = await outbox.turns.take();
  try {
    const message = await write();
    if (message === null) return;
    await send(settings, message);
    counts.mailsSent += 1;
  } finally {
    endTurn();
  }
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
