/** The events of tags, of which the record has one line for a sync or a notification. */
import { addEventRows, changesOf, type EventRun } from '#lib/audit/event-rows.ts';
import { auditType } from '#lib/audit/record.ts';
import { tag } from '#lib/resources/tag.ts';
import type { Transaction } from '#lib/store/store.ts';

const CREATED = auditType(tag, 'create');
const UPDATED = auditType(tag, 'update');
const OTHERS = auditType(tag, 'sync');

/** @param kind `sync` or `notification`. */
export const tagRun = (
  kind: string,
  source: { uid: string; parent: string },
  id: string,
): EventRun => ({
  run: `${kind} ${source.uid} ${id}`,
  rest: { type: OTHERS, subject: source.parent },
});

interface Tags {
  created?: readonly string[];
  updated: readonly string[];
}

/** A tag that is new has no other event. */
export function addTagEvents(
  tx: Transaction,
  run: EventRun,
  { created = [], updated }: Tags,
): Promise<void> {
  const changed = new Set(updated.filter((uid) => !created.includes(uid)));
  return addEventRows(tx, run, [...changesOf(CREATED, created), ...changesOf(UPDATED, changed)]);
}
