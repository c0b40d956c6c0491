/**
 * Bounds how many notices a mailbox gets. What goes beyond is joined: one message says how many more there
 * were of each kind.
 */
import { TokenBuckets } from '#lib/limits/token-buckets.ts';
import type { Message } from './message.ts';
import { here, messageOf, utcText } from './wording.ts';

const HOUR_S = 3_600;
/** Of one kind about the organizations of one share to one mailbox. */
export const OF_A_KIND = 5;
/** Of all kinds about them to one mailbox. */
export const TO_A_MAILBOX = 20;
/** Of all kinds about them to all mailboxes. */
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
  /** The share of the organization. Whoever founds more organizations may send no more to a mailbox. */
  owner: string;
}

/** Notices to one mailbox about the organizations of one share. */
export interface Joined extends Pick<Noticed, 'to' | 'owner'> {
  /** The root groups. */
  roots: Set<string>;
  topics: Map<string, { count: number; last: Date }>;
}

/** Root groups that one message has an address for. */
const MOST_ADDRESSES = 5;

const perHour = (quota: number) => new TokenBuckets({ quota, windowSeconds: HOUR_S }, MAX_KEYS);

export class JoinedNotices {
  readonly #ofKinds = perHour(OF_A_KIND);
  readonly #ofMailboxes = perHour(TO_A_MAILBOX);
  readonly #ofOwners = perHour(OF_AN_ORGANIZATION);
  readonly #joined = new Map<string, Joined>();
  readonly #held = new Map<string, number>();

  /** Whether a notice may be a message of its own. Counts it if so. */
  maySend({ to, topic, owner }: Noticed): boolean {
    const now = performance.now();
    return (
      this.#ofKinds.take(`${to} ${owner} ${topic}`, now).allowed &&
      this.#ofMailboxes.take(`${to} ${owner}`, now).allowed &&
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
    const { roots, topics } = known ?? { roots: new Set(), topics: new Map() };
    roots.add(root);
    const count = (topics.get(topic)?.count ?? 0) + 1;
    topics.set(topic, { count, last: new Date() });
    if (known !== undefined) return 'joined';
    this.#joined.set(key, { to, owner, roots, topics });
    this.#held.set(owner, held + 1);
    return 'new';
  }

  /** Those of the mailbox so far. Later ones go into another message. */
  take(notice: Pick<Noticed, 'to' | 'owner'>): Joined | null {
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

const keyOf = ({ to, owner }: Pick<Noticed, 'to' | 'owner'>) => `${to} ${owner}`;

/** How many notices the message stands for. */
export const countOf = ({ topics }: Joined): number =>
  [...topics.values()].reduce((sum, { count }) => sum + count, 0);

export function joinedMail(joined: Joined): Message {
  const { name, url } = here();
  const { to, roots, topics } = joined;
  const addresses = [...roots].slice(0, MOST_ADDRESSES);
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
      `See what happened, and who did it:\n${addresses.map((root) => `${url}/groups/${root}/activity`).join('\n')}`,
      `If nobody should have done that, look at your account, too:\n${url}/settings/security`,
    ],
  );
}
