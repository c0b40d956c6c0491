/**
 * Stored advisories of one vulnerability in one package, which was written in several ways. Earlier versions
 * kept them apart.
 */
import { outcomeOf } from '#lib/advisory-formats/current.ts';
import { originOf, statedIn, type Origin } from '#lib/advisory-formats/origin.ts';
import type { Place } from '#lib/advisory-formats/artifacts.ts';
import { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { canonical } from '#lib/audit/canonical.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { compareVersions } from '#lib/advisory-formats/versions/compare.ts';
import { ecosystemOf } from '#lib/advisory-formats/packages.ts';
import { joinedAffected } from '#lib/import/advisories/formats/osv-origin.ts';
import { placeKey } from '#lib/import/advisories/keys.ts';
import { inOrderOfTime } from './changes.ts';
import { isClosed, newEventUid } from './record-versions.ts';

/** The rows that are one advisory, in groups of at least two. */
export function ofOnePackage(rows: readonly Advisory[]): Advisory[][] {
  const groups = Map.groupBy(rows, (row: Advisory & Place) => placeKey(row));
  return [...groups.values()].filter((group) => group.length > 1);
}

/** @returns the row that stays, with all that the others said, and the others. */
export function joinedRows(rows: readonly Advisory[], now: Date) {
  const [kept, ...others] = rows.toSorted(byRank);
  if (kept === undefined) throw new Error('no advisory to join');
  const parts = [kept, ...others].toSorted(byOutcome).map(partOf(newestOf(rows)));
  const { events, origins } = together(parts);
  const all = [kept, ...others];
  const origin = { ...originIn(all), ...(Object.keys(origins).length > 0 && { events: origins }) };
  const column = Object.keys(origin).length > 0 ? (origin as JsonObject) : null;
  const timeline = inOrderOfTime(events, column);
  const first = <Value>(of: (row: Advisory) => Value, isGiven: (value: Value) => boolean) =>
    all.map(of).find(isGiven) ?? of(kept);
  const joined: Advisory = {
    ...kept,
    summary: first(({ summary }) => summary, Boolean),
    author: first(({ author }) => author, Boolean),
    severity: Math.max(...all.map(({ severity }) => severity)),
    severities: first(
      ({ severities }) => severities,
      (given) => given.length > 0,
    ),
    aliases: [...new Set(all.flatMap(({ aliases }) => aliases))],
    events: timeline,
    origin: column,
    ...outcomeOf({ events: timeline, origin: column }),
    createTime: new Date(Math.min(...all.map(({ createTime }) => Number(createTime)))),
    updateTime: now,
  };
  return { joined, others };
}

const modifiedOf = (row: Advisory): string => originOf(row.origin).modified ?? '';

/** A row that its record left out is of a former version. */
const versionOf = (row: Advisory): string => (isClosed(row) ? '' : modifiedOf(row));

const newestOf = (rows: readonly Advisory[]) => rows.map(versionOf).sort().at(-1) ?? '';

/** The newest record comes first, then the oldest row. Others may know its uid. */
function byRank(a: Advisory, b: Advisory): number {
  const [one, other] = [versionOf(a), versionOf(b)];
  if (one !== other) return one < other ? 1 : -1;
  return Number(a.createTime) - Number(b.createTime) || (a.uid < b.uid ? -1 : 1);
}

const RESOLVED: readonly string[] = [EVENT_STATUS.falsePositiveDetermination, EVENT_STATUS.fixed];

/** Events of one time keep this order, and the last one decides: an open one, then the highest fix. */
function byOutcome(a: Advisory, b: Advisory): number {
  const rank = ({ status }: Advisory) => RESOLVED.indexOf(status) + 1 || RESOLVED.length + 1;
  const order = rank(a) - rank(b);
  return order || compareVersions(ecosystemOf(a), a.fixedVersion || '0', b.fixedVersion || '0');
}

interface Part {
  events: JsonObject[];
  origins: NonNullable<Origin['events']>;
}

/** The newest version of a record replaces what the others said, as its import does. Statements stay. */
const partOf =
  (newest: string) =>
  (row: Advisory): Part => {
    const { events: origins = {}, modified } = originOf(row.origin);
    const isStated = statedIn(row.origin);
    const isReplaced = modified !== undefined && versionOf(row) !== newest;
    return { events: isReplaced ? row.events.filter(isStated) : row.events, origins };
  };

/** An event that is there twice counts once. Two events of one uid get one each. */
function together(parts: readonly Part[]): Part {
  const known = new Set<string>();
  const uids = new Set<unknown>();
  const all: Part = { events: [], origins: {} };
  for (const { events, origins } of parts) {
    for (const event of events) {
      const of = origins[String(event['uid'])];
      const { uid: _, ...rest } = event;
      const content = canonical([rest, of ?? null] as JsonObject[]);
      if (known.has(content)) continue;
      known.add(content);
      const uid = uids.has(event['uid']) ? newEventUid() : String(event['uid']);
      uids.add(uid);
      all.events.push({ ...event, uid });
      if (of !== undefined) all.origins[uid] = of;
    }
  }
  return all;
}

/** The facts about the artifact and the record, each of the first row that has it. */
function originIn(rows: readonly Advisory[]): Origin {
  const origins = rows.map(({ origin }) => originOf(origin));
  const { events: _, ...known } = Object.assign({}, ...origins.toReversed()) as Origin;
  const affected = joinedAffected(origins.map((one) => one.affected ?? {}));
  return { ...known, ...(Object.keys(affected).length > 0 && { affected }) };
}
