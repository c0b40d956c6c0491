/** Where events are in the record of their organization, and which of them are kept. */
import { invalidField, refusal, type ApiError } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { all, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { factsAt, type EventPlace, type Fact } from './facts.ts';

const UID = /^([0-9a-f]{40})\/([0-9a-f]{16})$/;
const DIGITS = 16;

/** One record has fewer events than this. */
const EVENTS_OF_RECORD = 2 ** 20;

/** The largest number that both databases take for a sequence. */
const MOST = 2 ** 31 - 1;

/** In the order of events. Exact, because sequences have 31 bits. */
export const numberOf = ({ sequence, nth }: Pick<EventPlace, 'sequence' | 'nth'>): string =>
  (sequence * EVENTS_OF_RECORD + nth).toString(16).padStart(DIGITS, '0');

export const eventUid = ({ chain, ...place }: EventPlace): string => `${chain}/${numberOf(place)}`;

/** @throws ApiError INVALID_ARGUMENT on `field` for a text that is not the uid of an event. */
export function placeOf(uid: string, field: string): EventPlace {
  const [, chain, digits] = UID.exec(uid) ?? [];
  if (chain === undefined || digits === undefined) {
    throw invalidField(field, 'must be the uid of an event: a root group, / and 16 digits');
  }
  const number = Number.parseInt(digits, 16);
  const sequence = Math.min(Math.floor(number / EVENTS_OF_RECORD), MOST);
  return { chain, sequence, nth: number % EVENTS_OF_RECORD };
}

/** The time from which on events are kept. */
export const keptSince = (): Date =>
  new Date(Math.max(0, Date.now() - (config().eventRetention ?? Infinity)));

/** What happened at a place; null if there is nothing, or it is no longer an event. */
export async function keptAt(place: EventPlace): Promise<Fact | null> {
  const { chain, sequence } = place;
  const where = all(is('chain', chain), is('sequence', sequence));
  const [fact] = await factsAt([place], await committed.rows('AuditEvent', where));
  return fact !== undefined && fact.createTime >= keptSince() ? fact : null;
}

/**
 * The place with the uid; null if events after it may no longer be kept.
 *
 * @param group the group whose events are asked for.
 * @throws ApiError INVALID_ARGUMENT on `after`.
 */
export async function placeIfKept(after: string, group: string): Promise<EventPlace | null> {
  const place = placeOf(after, 'after');
  if (place.chain !== rootUid(group)) {
    throw invalidField('after', 'must be an event of the organization of the group');
  }
  return (await keptAt(place)) !== null || (await isEnd(place)) ? place : null;
}

/** @throws ApiError as {@link placeIfKept}; FAILED_PRECONDITION `EVENTS_EXPIRED`. */
export async function placeAfter(after: string, group: string): Promise<EventPlace> {
  const place = await placeIfKept(after, group);
  if (place === null) throw expired(after);
  return place;
}

/** Nothing is missing after the newest record, however old it is. */
async function isEnd({ chain, sequence, nth }: EventPlace): Promise<boolean> {
  return nth === 0 && (await committed.chainEnd(chain))?.sequence === sequence;
}

const expired = (uid: string): ApiError =>
  refusal(
    'EVENTS_EXPIRED',
    `the event ${uid} is no longer kept, so others after it may be missing: read everything again`,
    uid,
  );
