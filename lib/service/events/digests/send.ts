/** Sends a digest whose time has come, and notes what came of it. */
import { createHash } from 'node:crypto';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { shareOf } from '#lib/limits/shares.ts';
import { digestMail, type Digest } from '#lib/mail/digests.ts';
import { postLetter } from '#lib/mail/outbox.ts';
import { savedView } from '#lib/resources/saved-view.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { sees, type Seer } from '#lib/service/calls/sight.ts';
import { verifiedAddressOf } from '#lib/service/identity-keys/recipients.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import { accessRevision, committed, transaction } from '#lib/store/store.ts';
import { reachOfSubscription } from '../webhooks/sight.ts';
import { unsubscribeUrl } from './end.ts';
import { linesOf, phraseOf } from './phrases.ts';
import { nextDigest } from './times.ts';
import { listedBy, mayList, type Listed, type Window } from './view-rows.ts';

type Subscription = RowOf<'Subscription'>;
type Reason = Subscription['reason'];

const MINUTE_MS = 60_000;
/** When a digest that was not sent is tried again, where the next one is due later. */
const AGAIN_MS = 10 * MINUTE_MS;
/** Nobody wants to know of older changes, after a time without rights. */
const MOST_MS = 31 * 24 * 60 * MINUTE_MS;

/** Clauses of the message. */
const SCHEDULES: Readonly<Record<Exclude<Subscription['schedule'], ''>, string>> = {
  AT_ONCE: 'soon after each change',
  HOURLY: 'each hour',
  DAILY: 'each day at 8:00',
  WEEKLY: 'each Monday at 8:00',
};

/** A digest to send, if there is something to say, and the hash to know the next one by; or why none may be sent. */
type Found = { digest: Digest; hash: string } | { hash: string } | { reason: Reason };

export async function sendDigest(row: Subscription): Promise<void> {
  const { uid, parent, schedule, timeZone } = row;
  if (schedule === '') return;
  const now = new Date();
  const end = await committed.chainEnd(rootUid(parent));
  const window = windowOf(row, now);
  const revision = await accessRevision();
  const found = await foundBy(row, window, revision);
  const next = nextDigest(schedule, timeZone, now);
  const read = { digestTime: next, position: end?.sequence ?? 0 };
  const outcome = (of: Found): Noted =>
    'reason' in of
      ? { ...read, state: 'FAILING', reason: of.reason }
      : { ...read, state: 'ACTIVE', reason: '', sinceTime: window.until, digestHash: of.hash };
  if (!('digest' in found)) return note(row, outcome(found));
  let latest: Found = found;
  const posted = await postLetter({
    what: 'digest',
    root: rootUid(parent),
    to: found.digest.to,
    topic: `digest ${uid}`,
    // It may have waited for its turn, and its reader may have lost rights meanwhile.
    write: async () => {
      const current = await accessRevision();
      if (current !== revision) latest = await foundBy(row, window, current);
      return 'digest' in latest ? digestMail(latest.digest) : null;
    },
  });
  if (posted === 'SENT') return note(row, outcome(latest));
  const again = new Date(Math.min(next.getTime(), now.getTime() + AGAIN_MS));
  const state = { state: 'FAILING', reason: 'NOT_DELIVERED' } as const;
  return note(row, { digestTime: again, ...(posted === 'FAILED' && state) });
}

/** From the end of the digest before, up to a time before which every change is there. */
function windowOf({ sinceTime, createTime }: Subscription, now: Date): Window {
  const until = new Date(now.getTime() - config().pace.digestSettleMs);
  const since = Math.max((sinceTime ?? createTime).getTime(), now.getTime() - MOST_MS);
  return { since: new Date(Math.min(since, until.getTime())), until };
}

async function foundBy(row: Subscription, window: Window, revision: string): Promise<Found> {
  if (config().mail === undefined) return { reason: 'NO_MAIL' };
  const { identityUid, savedViewUid, parent } = row;
  const reach = await reachOfSubscription(row, revision);
  const seer: Seer = { reach, principal: { ownIdentities: [identityUid] } };
  const view = await committed.get('SavedView', savedViewUid);
  if (view === null) return { reason: 'NO_VIEW' };
  if (!mayList(view, seer)) return { reason: 'NO_RIGHTS' };
  if (!sees(savedView, seer, view)) return { reason: 'NO_VIEW' };
  const identity = await committed.get('Identity', identityUid);
  const to = identity && (await verifiedAddressOf(committed, identity));
  if (to === null) return { reason: 'NO_ADDRESS' };
  const asker = { caller: identityUid, shares: [await shareOf(parent)] };
  const listed = await listedBy(view, seer, window, asker);
  if (listed === null) return { reason: 'NO_VIEW' };
  const hash = listed.fresh === null ? hashOf(listed) : '';
  // Rows that return after an empty list are news.
  if (listed.total === 0) return { hash: '' };
  // A view of states says something once it lists others than in the message before.
  if (hash !== '' && hash === row.digestHash) return { hash };
  return { digest: await digestOf(row, { view, listed, to, window }), hash };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const hashOf = ({ total, compared }: Listed): string =>
  sha256(JSON.stringify([total, compared.toSorted()]));

interface Parts {
  view: RowOf<'SavedView'>;
  listed: Listed;
  to: string;
  window: Window;
}

async function digestOf(row: Subscription, { view, listed, to, window }: Parts): Promise<Digest> {
  const { uid, schedule, timeZone } = row;
  const { url } = config();
  const group = await committed.get('Group', view.parent);
  const since = (row.sinceTime ?? row.createTime).getTime();
  const path = (of: string) => of.replaceAll('/', '.');
  const lines = linesOf(listed);
  const phrase = phraseOf(listed, view.filters);
  // A process that is killed after it has sent one sends it again. Mail programs hide it, unless there is more to say by now.
  const said = sha256(JSON.stringify([uid, since, phrase, lines]));
  return {
    to,
    id: `${said.slice(0, 32)}@${new URL(url).hostname}`,
    phrase,
    group: group?.name ?? '',
    view: { name: view.name, url: `${url}/groups/${path(view.parent)}/views/${path(view.uid)}` },
    since: listed.fresh === null ? null : window.since,
    timeZone,
    schedule: SCHEDULES[schedule === '' ? 'DAILY' : schedule],
    lines,
    more: listed.total - lines.length,
    unsubscribeUrl: unsubscribeUrl(uid),
  };
}

type Noted = Partial<
  Pick<
    Subscription,
    'digestTime' | 'sinceTime' | 'digestHash' | 'position' | 'state' | 'reason' | 'stateTime'
  >
>;

/** Somebody may have disabled or changed it meanwhile: then its new state and times stay. */
async function note(row: Subscription, columns: Noted): Promise<void> {
  const { uid, parent, schedule, timeZone, savedViewUid } = row;
  const { state, reason } = { ...row, ...columns };
  const isOther = state !== row.state || reason !== row.reason;
  const isAsRead = all(
    is('uid', uid),
    not(is('state', 'DISABLED')),
    is('schedule', schedule),
    is('timeZone', timeZone),
    is('savedViewUid', savedViewUid),
  );
  const place = { chain: rootUid(parent), share: await shareOf(parent) };
  await transaction(
    (tx) =>
      tx.note('Subscription', isAsRead, { ...columns, ...(isOther && { stateTime: new Date() }) }),
    place,
  );
}
