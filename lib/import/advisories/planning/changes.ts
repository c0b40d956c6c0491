/** Computes how an imported advisory changes the stored one. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '#lib/aip/json.ts';
import { placeIn } from '#lib/advisory-formats/artifacts.ts';
import { outcomeOf } from '#lib/advisory-formats/current.ts';
import { originOf, statedIn } from '#lib/advisory-formats/origin.ts';
import { compareTexts } from '#lib/advisory-formats/versions/order.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { exactly } from '#lib/import/advisories/formats/events.ts';
import { originColumn, type Pair } from './origin-column.ts';
import { newEventUid } from './record-versions.ts';
import { sameEvents } from './same-events.ts';
import { SaidStatements } from './said-statements.ts';
import type { ImportedAdvisory, ImportedEvent } from '#lib/import/advisories/types.ts';

export type AdvisoryColumns = Omit<
  Advisory,
  'uid' | 'parent' | 'createTime' | 'updateTime' | 'revision'
>;

/** @param now the time for events that have none in the source, RFC 3339. */
export function columnsOf(
  advisory: ImportedAdvisory,
  stored: Advisory | null,
  now: string,
): AdvisoryColumns {
  if (stored !== null && advisory.addsToStored === true) return addedTo(stored, advisory, now);
  const pairs = mergeEvents(advisory.events, stored, now);
  const events = pairs.map(({ event }) => event);
  const kept = stored === null ? [] : statedOtherwise(stored, events);
  const all = [...events, ...kept];
  const origin = originColumn({ advisory, stored, pairs, timeline: all });
  const timeline = kept.length === 0 ? events : inOrderOfTime(all, origin);
  const outcome = outcomeOf({ events: timeline, origin });
  const isStated = kept.length > 0 || advisory.addsToStored === true;
  return {
    advisoryId: advisory.advisoryId,
    ...placeIn(advisory),
    artifactFamily: advisory.artifactFamily || (stored?.artifactFamily ?? ''),
    summary: advisory.summary ?? stored?.summary ?? '',
    author: advisory.author ?? stored?.author ?? '',
    severity: advisory.severity ?? stored?.severity ?? 0,
    severities: (advisory.severities as JsonObject[] | undefined) ?? stored?.severities ?? [],
    status: outcome.status,
    fixedVersion: isStated ? outcome.fixedVersion : advisory.fixedVersion,
    aliases: advisory.aliases,
    events: timeline,
    origin,
  };
}

/** Events that came from statements. Records of other formats do not contain them. */
function statedOtherwise(stored: Advisory, events: readonly JsonObject[]): JsonObject[] {
  const isStated = statedIn(stored.origin);
  const there = new Set(events.map(({ uid }) => uid));
  return stored.events.filter((event) => isStated(event) && !there.has(event['uid'] ?? ''));
}

export function inOrderOfTime(
  events: readonly JsonObject[],
  origin: Advisory['origin'],
): JsonObject[] {
  const { events: origins = {} } = originOf(origin);
  const timeOf = ({ uid, createTime }: JsonObject) =>
    exactly(String(createTime), origins[String(uid)]?.finerTime);
  return events.toSorted((a, b) => compareTexts(timeOf(a), timeOf(b)));
}

/** The stored advisory with the new events and aliases. Everything else stays as stored. */
function addedTo(stored: Advisory, advisory: ImportedAdvisory, now: string): AdvisoryColumns {
  const { events, aliases: known } = stored;
  const statements = new SaidStatements(stored);
  const added = advisory.events.filter((event) => !statements.has(event));
  const names = new Set([...known, ...advisory.aliases, advisory.advisoryId]);
  const aliases = [...names].filter(
    (alias) => alias !== stored.advisoryId || known.includes(alias),
  );
  const { uid: _uid, parent: _parent, createTime: _create, ...rest } = stored;
  const { updateTime: _update, revision: _revision, ...columns } = rest;
  const summary = stored.summary || (advisory.summary ?? '');
  const artifactFamily = stored.artifactFamily || advisory.artifactFamily;
  if (added.length === 0) return { ...columns, artifactFamily, aliases, summary };
  const taken = new Set(events.map(({ uid }) => uid));
  const pairs = added.map((source) => ({ event: newEvent(source, taken, now), source }));
  const all = [...events, ...pairs.map(({ event }) => event)];
  const origin = originColumn({ advisory, stored, pairs, timeline: all });
  const timeline = inOrderOfTime(all, origin);
  return {
    ...columns,
    ...outcomeOf({ events: timeline, origin }),
    artifactFamily,
    aliases,
    summary,
    events: timeline,
    origin,
  };
}

/** A changed statement keeps its identifier, which then belongs to the stored event. */
function newEvent(source: ImportedEvent, taken: ReadonlySet<unknown>, now: string): JsonObject {
  const { uid: _, ...other } = source;
  return toJson(taken.has(source.uid) ? other : source, undefined, now);
}

export function changedColumns(stored: Advisory, columns: AdvisoryColumns): string[] {
  return Object.entries(columns)
    .filter(([name, value]) => !isDeepStrictEqual(stored[name as keyof Advisory], value))
    .map(([name]) => name);
}

/** The incoming events. Each event that is a stored one gets its uid. */
function mergeEvents(
  incoming: readonly ImportedEvent[],
  row: Advisory | null,
  now: string,
): Pair[] {
  const stored = sameEvents(incoming, row);
  return incoming.map((source) => ({ event: toJson(source, stored.get(source), now), source }));
}

function toJson(event: ImportedEvent, stored: JsonObject | undefined, now: string): JsonObject {
  return {
    uid: stored?.['uid'] ?? event.uid ?? newEventUid(),
    createTime: event.createTime ?? stored?.['createTime'] ?? now,
    author: event.author || (stored?.['author'] ?? ''),
    [event.kind]: event.data,
  };
}
