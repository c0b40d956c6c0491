/** How an advisory's records name it, after an import. */
import type { JsonObject } from '#lib/aip/json.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import type { ImportedAdvisory, ImportedEvent } from '#lib/import/advisories/types.ts';

/** An event as it is stored, and what it was made of. */
export interface Pair {
  event: JsonObject;
  source: ImportedEvent;
}

/** The value of the column `origin`; null if nothing is known. */
export function originColumn({ advisory, stored, pairs, timeline }: Merged): JsonObject | null {
  const before = originOf(stored?.origin);
  const events = { ...before.events, ...advisory.origin?.events };
  for (const { event, source } of pairs) {
    const uid = String(event['uid']);
    const isKept = events[uid]?.product !== undefined || advisory.origin?.events?.[uid];
    if (source.origin !== undefined) events[uid] = source.origin;
    // The record no longer says it.
    else if (!isKept) delete events[uid];
  }
  const there = new Set(timeline.map(({ uid }) => uid));
  const named = Object.entries(events).filter(([uid]) => there.has(uid));
  const { record, affected, ...kept } = before;
  // A version of an OSV record says all of it.
  const isRecord = advisory.origin?.modified !== undefined;
  const { events: _, ...others } = {
    ...kept,
    ...(!isRecord && { record, affected }),
    ...advisory.origin,
  };
  const result = { ...others, ...(named.length > 0 && { events: Object.fromEntries(named) }) };
  // Removes undefined members, because the database does not return them.
  const column = JSON.parse(JSON.stringify(result)) as JsonObject;
  return Object.keys(column).length === 0 ? null : column;
}

interface Merged {
  advisory: ImportedAdvisory;
  stored: Advisory | null;
  pairs: readonly Pair[];
  timeline: readonly JsonObject[];
}
