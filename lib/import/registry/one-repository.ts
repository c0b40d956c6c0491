/** Reads some tags of one repository that a notification names. */
import { setTimeout } from 'node:timers/promises';
import { isQuotaExceeded } from '#lib/aip/errors.ts';
import type { EventRun } from '#lib/audit/event-rows.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { committed } from '#lib/store/store.ts';
import { applyLooks } from './apply-looks.ts';
import { Attachments } from './attachments.ts';
import type { RegistryClient } from './client.ts';
import { RegistryError } from './errors.ts';
import { Health } from './health.ts';
import { Referrers } from './referrers.ts';
import { foundDigest, lookAtTags, type Look, type Looks, type Reader } from './look-at-tags.ts';
import { insertRepo, knownTags, markGone, refreshRepo, repoNamed } from './rows.ts';
import { addCounts, noTags, type TagCounts } from './steps.ts';
import { addTagEvents } from './tag-events.ts';

const BATCH = 100;

/** A registry may send a notification before the push is visible, so Grove retries for a second. */
const WAITS_MS = [30, 60, 120, 240, 480];

/** Tags, with the digest in the notification; null if it has none. */
export type NotifiedTags = ReadonlyMap<string, string | null>;

/**
 * @throws RegistryError UNAVAILABLE or DOWN if the registry does not respond, so that it sends the
 *   notification again. Tags that cannot be read for another reason count as skipped.
 */
export async function readTags(
  { client, group, run }: { client: RegistryClient; group: string; run: EventRun },
  repository: string,
  notified: NotifiedTags,
): Promise<TagCounts> {
  const total = noTags();
  const reader = {
    client,
    repository,
    referrers: new Referrers(),
    attachments: new Attachments(false),
    health: new Health(client),
  };
  const all = [...notified];
  for (let at = 0; at < all.length; at += BATCH) {
    const found = await lookUntilTrue(reader, group, new Map(all.slice(at, at + BATCH)));
    requireAnswers(found);
    const gone = found.looks.filter(({ kind }) => kind === 'gone').map(({ name }) => name);
    const isTag = found.looks.some(({ kind }) => !NO_TAGS.includes(kind));
    if (!isTag && (await repoNamed(committed, group, repository)) === null) continue;
    addCounts(total, await write({ group, repository, run }, found, gone));
  }
  return total;
}

/** What makes no repository. */
const NO_TAGS: readonly Look['kind'][] = ['gone', 'list', 'attached'];

/** Where a limit of a group leaves no room for the repository, all is counted as skipped. */
async function write(
  { group, repository, run }: { group: string; repository: string; run: EventRun },
  found: Looks,
  gone: readonly string[],
): Promise<TagCounts> {
  try {
    return await transactionIn(group, async (tx) => {
      const repo = await repoNamed(tx, group, repository);
      const uid = repo?.uid ?? (await insertRepo(tx, group, repository));
      const { problems, ...counts } = await applyLooks(tx, { uid, name: repository }, found, run);
      const left = await markGone(tx, uid, found.begun, gone);
      await addTagEvents(tx, run, { updated: left });
      await refreshRepo(tx, uid);
      return { ...counts, gone: left.length, skipped: problems.length };
    });
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    return { ...noTags(), skipped: found.looks.length };
  }
}

function requireAnswers({ looks }: Looks): void {
  for (const look of looks) {
    if (look.kind !== 'problem' || look.problem !== 'UNAVAILABLE') continue;
    throw new RegistryError('UNAVAILABLE', look.reason);
  }
}

/**
 * Retries tags that do not yet match the notification. In the end it accepts their current state.
 */
async function lookUntilTrue(
  reader: Reader,
  group: string,
  notified: NotifiedTags,
): Promise<Looks> {
  const names = [...notified.keys()];
  const known = await knownTags(group, reader.repository, names);
  let found = await lookAtTags(reader, names, known);
  for (const wait of WAITS_MS) {
    const untrue = found.looks.filter((look) => {
      const digest = notified.get(look.name) ?? null;
      return digest !== null && foundDigest(look, known) !== digest;
    });
    if (untrue.length === 0) break;
    await setTimeout(wait);
    const again = await lookAtTags(
      reader,
      untrue.map(({ name }) => name),
      known,
    );
    const later = new Map(again.looks.map((look) => [look.name, look]));
    found = { begun: again.begun, looks: found.looks.map((look) => later.get(look.name) ?? look) };
  }
  return found;
}
