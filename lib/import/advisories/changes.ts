/** What an imported advisory changes of the one that is stored. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '#lib/aip/json.ts';
import { EVENT_STATUS, STATUS_UNSPECIFIED } from '#lib/resources/advisory.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { ImportedAdvisory, ImportedEvent } from './types.ts';

type Advisory = RowOf<'Advisory'>;

/** The columns that an import sets. */
export type AdvisoryColumns = Omit<
  Advisory,
  'uid' | 'parent' | 'createTime' | 'updateTime' | 'revision'
>;

/** @param now the time of events that the source gives none for, RFC 3339. */
export function columnsOf(
  advisory: ImportedAdvisory,
  stored: Advisory | null,
  now: string,
): AdvisoryColumns {
  const events = mergeEvents(advisory.events, (stored?.events ?? []) as JsonObject[], now);
  const last = advisory.events.at(-1);
  return {
    advisoryId: advisory.advisoryId,
    artifactName: advisory.artifactName,
    artifactType: advisory.artifactType,
    artifactArchitecture: advisory.artifactArchitecture,
    componentName: advisory.componentName,
    componentType: advisory.componentType,
    componentLocation: advisory.componentLocation,
    summary: advisory.summary ?? stored?.summary ?? '',
    author: advisory.author ?? stored?.author ?? '',
    severity: advisory.severity ?? stored?.severity ?? 0,
    severities: (advisory.severities as JsonObject[] | undefined) ?? stored?.severities ?? [],
    status: last === undefined ? STATUS_UNSPECIFIED : EVENT_STATUS[last.kind],
    fixedVersion: advisory.fixedVersion,
    aliases: advisory.aliases,
    events,
  };
}

/** The names of the columns that differ. */
export function changedColumns(stored: Advisory, columns: AdvisoryColumns): string[] {
  return Object.entries(columns)
    .filter(([name, value]) => !isDeepStrictEqual(stored[name as keyof Advisory], value))
    .map(([name]) => name);
}

type Match = (incoming: ImportedEvent, stored: JsonObject) => boolean;

const isSameTime: Match = ({ createTime }, stored) =>
  createTime === undefined || createTime === stored['createTime'];
const isSameData: Match = ({ kind, data }, stored) => isDeepStrictEqual(stored[kind], data);

/** The closest first: an event that moved or was reworded is still the same one. */
const MATCHES: readonly Match[] = [
  (incoming, stored) => isSameTime(incoming, stored) && isSameData(incoming, stored),
  isSameData,
  isSameTime,
  () => true,
];

/** The incoming events, each with the uid of the stored one that it is. */
function mergeEvents(
  incoming: readonly ImportedEvent[],
  stored: readonly JsonObject[],
  now: string,
): JsonObject[] {
  const rest = new Set(stored);
  const matched = new Map<ImportedEvent, JsonObject>();
  for (const isMatch of MATCHES) {
    for (const event of incoming) {
      if (rest.size === 0) break;
      if (matched.has(event)) continue;
      const match = [...rest].find(
        (candidate) => candidate[event.kind] !== undefined && isMatch(event, candidate),
      );
      if (match === undefined) continue;
      matched.set(event, match);
      rest.delete(match);
    }
  }
  return incoming.map((event) => toJson(event, matched.get(event), now));
}

function toJson(event: ImportedEvent, stored: JsonObject | undefined, now: string): JsonObject {
  return {
    uid: stored?.['uid'] ?? event.uid ?? newEventUid(),
    createTime: event.createTime ?? stored?.['createTime'] ?? now,
    author: event.author,
    [event.kind]: event.data,
  };
}

function newEventUid(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
}
