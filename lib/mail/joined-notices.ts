/**
 * Bounds how many notices a mailbox gets. What goes beyond is joined: one message says how many more there
 * were of each kind.
 */
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import type { Message } from './message.ts';
import { here, messageOf, utcText } from './wording.ts';

const HOUR_S = 3_600;
/** Of one kind about one organization to one mailbox. */
export const OF_A_KIND = 5;
/** Of all kinds about one organization to one mailbox. */
export const TO_A_MAILBOX = 20;
/** Of all kinds about one organization to all mailboxes. */
export const OF_AN_ORGANIZATION = 500;
/** Mailboxes with joined notices: of an organization, and in all. */
export const ROOM = { ofOne: 500, most: 10_000 };
/** About 2 MB. */
const MAX_KEYS = 20_000;

/** A notice of something that happened in an organization. */
export interface Noticed {
  to: string;
  /** The subject of the message, which names its kind. */
  topic: string;
  /** The root group. */
  root: string;
  /** Whose notices are bounded together. */
  owner: string;
}

/** Notices to one mailbox about one organization. */
export interface Joined extends Omit<Noticed, 'topic'> {
  topics: Map<string, { count: number; last: Date }>;
}

const perHour = (quota: number) => new TokenBuckets({ quota, windowSeconds: HOUR_S }, MAX_KEYS);

export class JoinedNotices {
  readonly #ofKinds = perHour(OF_A_KIND);
  readonly #ofMailboxes = perHour(TO_A_MAILBOX);
  readonly #ofOwners = perHour(OF_AN_ORGANIZATION);
  readonly #joined = new Map<string, Joined>();
  readonly #held = new Map<string, number>();

  /** Whether a notice may be a message of its own. Counts it if so. */
  maySend({ to, topic, root, owner }: Noticed): boolean {
    const now = performance.now();
    return (
      this.#ofKinds.take(`${to} ${root} ${topic}`, now).allowed &&
      this.#ofMailboxes.take(`${to} ${root}`, now).allowed &&
      this.#ofOwners.take(owner, now).allowed
    );
  }

  /**
   * Adds a notice to those that one message will report.
   *
   * @returns `new` for the first of such a message; `full` if there is no room.
   */
  join(notice: Noticed): 'new' | 'joined' | 'full' {
    const { to, topic, root, owner } = notice;
    const key = keyOf(notice);
    const known = this.#joined.get(key);
    const held = this.#held.get(owner) ?? 0;
    if (known === undefined && (held >= ROOM.ofOne || this.#joined.size >= ROOM.most)) {
      return 'full';
    }
    const { topics } = known ?? { topics: new Map() };
    const count = (topics.get(topic)?.count ?? 0) + 1;
    topics.set(topic, { count, last: new Date() });
    if (known !== undefined) return 'joined';
    this.#joined.set(key, { to, root, owner, topics });
    this.#held.set(owner, held + 1);
    return 'new';
  }

  /** Those of the mailbox so far. Later ones go into another message. */
  take(notice: Pick<Noticed, 'to' | 'root'>): Joined | null {
    const key = keyOf(notice);
    const joined = this.#joined.get(key);
    if (joined === undefined) return null;
    this.#joined.delete(key);
    const held = (this.#held.get(joined.owner) ?? 1) - 1;
    if (held === 0) this.#held.delete(joined.owner);
    else this.#held.set(joined.owner, held);
    return joined;
  }
}

const keyOf = ({ to, root }: Pick<Noticed, 'to' | 'root'>) => `${to} ${root}`;

/** How many notices the message stands for. */
export const countOf = ({ topics }: Joined): number =>
  [...topics.values()].reduce((sum, { count }) => sum + count, 0);

export function joinedMail(joined: Joined): Message {
  const { name, url } = here();
  const { to, root, topics } = joined;
  const lines = [...topics].map(
    ([topic, { count, last }]) => `${topic}: ${count} more, the last at ${utcText(last)}`,
  );
  const more = countOf(joined);
  return messageOf(
    to,
    more === 1 ? `One more notice (${name})` : `${more} more notices (${name})`,
    [
      `You got several notices for ${to} at ${name} (${url}) within an hour. This message counts the others:`,
      lines.join('\n'),
      `See what happened, and who did it:\n${url}/groups/${root}/activity`,
      `If nobody should have done that, look at your account, too:\n${url}/settings/security`,
    ],
  );
}
