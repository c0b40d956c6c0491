/**
 * Sends e-mail after the request that caused it, and apart from it: a server that is slow or down
 * delays nobody. What the server could not take at the moment is sent a few times more, from memory. A message
 * that is not sent is in the log, in a metric and in the record of its organization.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { recordLater } from '#lib/audit/joined.ts';
import { programActor } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { logError, logSeldom } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';
import { countOf, JoinedNotices, joinedMail, type Noticed } from './joined-notices.ts';
import type { Message } from './message.ts';
import { isTemporary, send } from './smtp.ts';
import { NoTurnError, Turns, type Kind, type Place } from './turns.ts';

/** What makes a message when its turn comes, or null if none is to be sent. */
type Writer = () => Promise<Message | null>;

interface Posting {
  /** Names the message in the log and in the record. */
  what: string;
  /** The root group of the organization that it is about; null where nobody knows it. */
  root: string | null;
}

export interface Link extends Posting {
  /** Whoever asked, where nobody knows the organization: their network. */
  network?: string | undefined;
  write: Writer;
}

export interface Notice extends Posting {
  root: string;
  /** The subject of the message, which names its kind. */
  topic: string;
  /** Looked up after the answer to the request. */
  recipients: () => Promise<readonly string[]>;
  write: (to: string) => Promise<Message | null>;
}

interface Outbox {
  turns: Turns;
  notices: JoinedNotices;
  /** Mailboxes with joined notices, each with what sends their message at once. */
  joining: Set<() => void>;
  /** Messages that are sent, or wait for their turn or for another attempt. */
  running: Set<Promise<void>>;
  /** Aborted when no attempt may wait any longer. */
  hurry: AbortController;
}

const outbox = perProcess<Outbox>('outbox', () => ({
  turns: new Turns(),
  notices: new JoinedNotices(),
  joining: new Set(),
  running: new Set(),
  hurry: new AbortController(),
})).value;

/** Sends a link that somebody asked for. Does nothing in an installation without e-mail. */
export function postLink({ what, root, network = '', write }: Link): void {
  later(async () => {
    const owner = root === null ? network : await ownerOf(root);
    await deliver('link', { what, root, owner }, write);
  });
}

/**
 * Sends each recipient a notice, or counts it among those that one message reports. Does nothing in an
 * installation without e-mail.
 */
export function postNotice({ what, root, topic, recipients, write }: Notice): void {
  later(async () => {
    const posting = { what, root, owner: await ownerOf(root) };
    const found = await recipients().catch((error: unknown) => {
      failed(posting, error);
      return [];
    });
    await Promise.all(
      found.map(async (to) => {
        const notice = { to, topic, root, owner: posting.owner };
        if (outbox.notices.maySend(notice)) await deliver('notice', posting, () => write(to));
        else join(notice, posting);
      }),
    );
  });
}

/** What became of a letter: `HELD` while its mailbox gets no more. */
export type Posted = 'SENT' | 'HELD' | 'FAILED';

/** A message whose sender keeps what it says, and knows when to try again. */
export interface Letter extends Posting {
  root: string;
  to: string;
  /** Names those that share a bound. */
  topic: string;
  write: Writer;
}

/** Sends a letter at its turn, within the bounds of its mailbox. */
export function postLetter({ what, root, to, topic, write }: Letter): Promise<Posted> {
  const posted = (async (): Promise<Posted> => {
    const owner = await ownerOf(root);
    if (!outbox.notices.maySend({ to, topic, root, owner })) return 'HELD';
    const place = outbox.turns.place('notice', owner);
    try {
      await attempt(place, write, []);
      return 'SENT';
    } catch (error) {
      counts.mailsFailed += 1;
      logSeldom(`cannot send e-mail (${what})`, error instanceof Error ? error.message : error);
      return 'FAILED';
    } finally {
      place.leave();
    }
  })();
  keep(posted.then(() => undefined));
  return posted;
}

/** Does what causes messages after the answer to the request, so that its time does not depend on it. */
function later(work: () => Promise<void>): void {
  if (config().mail === undefined) return;
  keep(wait(config().pace.mailDelayMs).then(work));
}

function keep(work: Promise<void>): void {
  const running = work.finally(() => outbox.running.delete(running));
  outbox.running.add(running);
}

/** The share of the organization. A database that is away keeps no message from its turn. */
const ownerOf = (root: string): Promise<string> => shareOf(root).catch(() => root);

interface Owned extends Posting {
  /** Whose messages have their turns together. */
  owner: string;
  /** How many notices it stands for, if not one. */
  count?: number;
}

/** @param posting of the notice, for the record. */
function join(notice: Noticed, posting: Owned): void {
  const result = outbox.notices.join(notice);
  if (result === 'full') return dropped(posting, 'too many notices wait');
  counts.mailsJoined += 1;
  if (result === 'joined') return;
  const sendNow = () => {
    clearTimeout(timer);
    outbox.joining.delete(sendNow);
    const joined = outbox.notices.take(notice);
    if (joined === null) return;
    const whole = { ...posting, what: 'joined notices', count: countOf(joined) };
    keep(deliver('notice', whole, async () => joinedMail(joined)));
  };
  const timer = setTimeout(sendNow, config().pace.mailJoinMs).unref();
  outbox.joining.add(sendNow);
}

/**
 * Resolves when nothing waits to be sent, or after this time. What waits to be joined, or to be tried again,
 * is sent at once. The rest is given up.
 */
export async function mailSent(mostMs: number): Promise<void> {
  const isOver = wait(mostMs, true, { ref: false });
  outbox.hurry.abort();
  let isLate = false;
  while (!isLate && outbox.running.size + outbox.joining.size > 0) {
    for (const sendNow of outbox.joining) sendNow();
    isLate = await Promise.race([Promise.all(outbox.running).then(() => false), isOver]);
  }
  if (isLate) outbox.turns.giveUp();
  outbox.hurry = new AbortController();
}

async function deliver(kind: Kind, posting: Owned, write: Writer): Promise<void> {
  const place = outbox.turns.place(kind, posting.owner);
  try {
    await attempt(place, write, config().pace.mailAgainMs);
  } catch (error) {
    if (error instanceof NoTurnError) dropped(posting, error.message);
    else failed(posting, error);
  } finally {
    place.leave();
  }
}

/** @param delays before each further attempt, in milliseconds. */
async function attempt(
  place: Place,
  write: Writer,
  [delay, ...later]: readonly number[],
): Promise<void> {
  const endTurn = await place.turn();
  try {
    await sendWritten(write);
    return;
  } catch (error) {
    if (delay === undefined || !isTemporary(error)) throw error;
  } finally {
    endTurn();
  }
  const { signal } = outbox.hurry;
  await wait(delay, undefined, { ref: false, signal }).catch(() => undefined);
  await attempt(place, write, later);
}

async function sendWritten(write: Writer): Promise<void> {
  const settings = config().mail;
  const message = settings === undefined ? null : await write();
  if (settings === undefined || message === null) return;
  await send(settings, message);
  counts.mailsSent += 1;
}

function failed(posting: Owned, error: unknown): void {
  counts.mailsFailed += 1;
  logError(`cannot send e-mail (${posting.what})`, error instanceof Error ? error.message : error);
  record(posting, 'it could not be sent');
}

/**
 * Notes that a message is not sent, although it could be.
 *
 * @param reason a clause, which the record has.
 */
export function dropped(posting: Posting & { count?: number }, reason: string): void {
  counts.mailsDropped += posting.count ?? 1;
  logSeldom(`e-mail is not sent (${posting.what})`, reason);
  record(posting, reason);
}

function record({ what, root, count }: Posting & { count?: number }, reason: string): void {
  if (root === null) return;
  const entry = {
    ...programActor('e-mail'),
    type: 'grove.iam.message.lost.v1',
    operation: 'end',
    resource: root,
    group: root,
    after: { name: what, reason },
  } as const;
  recordLater(entry, count);
}
