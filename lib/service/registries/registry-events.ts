/**
 * Notifications of a registry. They only say where to look. Grove writes what the registry itself
 * then returns, so their number and order do not matter.
 *
 * @see https://distribution.github.io/distribution/about/notifications/
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { tryAgain } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { recordRun, type EventRun } from '#lib/audit/event-rows.ts';
import { eventOf, programActor } from '#lib/audit/record.ts';
import { RegistryClient } from '#lib/import/registry/client.ts';
import { addCounts, noTags, type TagCounts } from '#lib/import/registry/steps.ts';
import { isRegistryError } from '#lib/import/registry/errors.ts';
import { readTags } from '#lib/import/registry/one-repository.ts';
import { isDigest, isRepositoryName, isTagName } from '#lib/import/registry/names.ts';
import { logError } from '#lib/log.ts';
import { registrySource } from '#lib/resources/registry-source.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { repoNamed, tagNamesOf } from '#lib/import/registry/rows.ts';
import { tagRun } from '#lib/import/registry/tag-events.ts';
import { transactionIn } from '#lib/limits/shares.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, snapshot, type Reads } from '#lib/store/store.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { accessOf } from './sync-registry.ts';

/** The events of one notification. */
export const MAX_EVENTS = 1_000;
/** Shorter than registries wait for a response before they send again. */
const TIMEOUT_MS = 20_000;

const text = z.string().max(1_024);

/** The fields of the envelope that Grove uses. Registries add others. */
const envelope = z.object({
  events: z
    .array(
      z.object({
        action: text,
        target: z.object({
          repository: text.refine(isRepositoryName, { error: 'must be the name of a repository' }),
          tag: z
            .union([z.literal(''), text.refine(isTagName, { error: 'must be a tag' })])
            .optional(),
          digest: text.refine(isDigest, { error: 'must be a digest such as sha256:…' }).optional(),
          mediaType: text.optional(),
        }),
      }),
    )
    .max(MAX_EVENTS, { error: `must be at most ${MAX_EVENTS}` }),
});

type Event = z.infer<typeof envelope>['events'][number];

/**
 * Returns what was read and what it changed.
 *
 * @throws ApiError INVALID_ARGUMENT that names the field; UNAVAILABLE if the registry does not
 *   respond, so that it sends the notification again.
 */
export async function noteEvents(
  source: RowOf<'RegistrySource'>,
  body: JsonObject,
): Promise<TagCounts> {
  const { events } = checked(envelope, body);
  const noted = noTags();
  const run = tagRun('notification', source, randomUUID());
  const client = RegistryClient.open(accessOf(source), AbortSignal.timeout(TIMEOUT_MS));
  try {
    const wanted = await snapshot((reads) => tagsToRead(reads, source.parent, events));
    for (const [repository, tags] of wanted) {
      const place = { client, group: source.parent, run };
      addCounts(noted, await readTags(place, repository, tags));
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (!isLate && !isRegistryError(error)) throw error;
    logError('cannot process a notification of a registry', error);
    const cause = 'the registry could not be read; send the notification again later';
    throw tryAgain('UNAVAILABLE', cause, 5);
  } finally {
    client.close();
    await record(source, noted, run);
  }
  return noted;
}

/**
 * By repository, each tag in its last notified state. Other events, such as pulls and blobs, change
 * no tag.
 */
async function tagsToRead(
  reads: Reads,
  group: string,
  events: readonly Event[],
): Promise<Map<string, Map<string, string | null>>> {
  const wanted = new Map<string, Map<string, string | null>>();
  for (const { action, target } of events) {
    if (action !== 'push' && action !== 'delete') continue;
    const { repository, tag, digest } = target;
    const tags = wanted.get(repository) ?? new Map<string, string | null>();
    if (tag) tags.set(tag, action === 'push' ? (digest ?? null) : null);
    else if (action === 'delete' && digest) {
      const repo = await repoNamed(reads, group, repository);
      const names = repo === null ? [] : await tagNamesOf(reads, repo.uid, digest);
      for (const name of names) tags.set(name, null);
    }
    if (tags.size > 0) wanted.set(repository, tags);
  }
  return wanted;
}

/** The audit log records only notifications that changed something. */
async function record(
  source: RowOf<'RegistrySource'>,
  noted: TagCounts,
  { run }: EventRun,
): Promise<void> {
  if ((await committed.first('EventRow', is('run', run))) === null) return;
  const entry = {
    ...programActor('registry notification'),
    ...eventOf(registrySource, 'sync', source.uid, source.parent),
    after: { ...noted },
  };
  await transactionIn(source.uid, (tx) => recordRun(tx, entry, run));
}
