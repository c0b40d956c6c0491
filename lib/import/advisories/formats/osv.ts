/** OSV records: one vulnerability, and an advisory for each package that it affects. */
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { componentTypeOf, namesOf, NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { placeIn, type Place } from '#lib/advisory-formats/artifacts.ts';
import { familyOfEcosystem } from '#lib/advisory-formats/families.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { checked } from './fields.ts';
import { placeKey } from '#lib/import/advisories/keys.ts';
import { AUTHOR, detectionsOf } from './osv-detections.ts';
import { fixesOf, guessesOf } from './osv-ranges.ts';
import { originIn } from './osv-origin.ts';
import { osvRecord, type OsvAffected, type OsvRecord, type OsvSeverity } from './osv-schema.ts';
import { WITHDRAWN_NOTE } from '#lib/advisory-formats/current.ts';
import { severityOf, severityOfWord } from './severity.ts';
import type {
  ImportedAdvisory,
  ImportedEvent,
  ImportedSeverity,
  Parsed,
  Position,
} from '#lib/import/advisories/types.ts';

/** For a summary that is taken from the details. */
const MAX_SUMMARY_LENGTH = 1024;

/**
 * The advisories of a record, and warnings about it.
 *
 * @throws ApiError that names every failing field.
 */
export function parsedOsv(record: JsonObject, where: Position): Parsed[] {
  const osv = checked(osvRecord, record);
  const warnings = guessesOf(osv.affected).map((one) => ({ ...where, record: osv.id, ...one }));
  return [...advisoriesOf(osv, record).map((advisory) => ({ ...where, advisory })), ...warnings];
}

function advisoriesOf(osv: OsvRecord, record: JsonObject): ImportedAdvisory[] {
  const found = new Map<string, Found>();
  for (const [index, affected] of osv.affected.entries()) {
    const place = affected.database_specific?.grove ?? placeOf(affected, index);
    const known = found.get(placeKey(place));
    if (known === undefined) found.set(placeKey(place), { place, affected: [affected] });
    else known.affected.push(affected);
  }
  const [first, ...others] = [...found.values()].map((one) => advisoryOf(osv, one));
  if (first === undefined) return [];
  const isOwn = osv.affected.some((affected) => affected.database_specific?.grove !== undefined);
  // Grove's own exports may be of a part of the advisories.
  return [isOwn ? first : withRecord(first, record, [...found.keys()]), ...others];
}

/** What the API has no field for, and exports write again. */
const RECORD_FIELDS = [
  'details',
  'references',
  'related',
  'upstream',
  'credits',
  'database_specific',
];

function withRecord(
  first: ImportedAdvisory,
  given: JsonObject,
  recordPlaces: string[],
): ImportedAdvisory {
  const fields = RECORD_FIELDS.filter((name) => given[name] !== undefined && given[name] !== null);
  const record = Object.fromEntries(fields.map((name) => [name, given[name] ?? null]));
  return { ...first, recordPlaces, origin: { ...first.origin, record } };
}

interface Found {
  place: Place;
  affected: [OsvAffected, ...OsvAffected[]];
}

function advisoryOf(osv: OsvRecord, { place, affected }: Found): ImportedAdvisory {
  const [first] = affected;
  const given = first.severity?.length ? first.severity : (osv.severity ?? []);
  const severities = given.filter(isVector);
  const own = first.database_specific?.grove;
  const events = own === undefined ? eventsOf(osv, place, affected) : inOrder(own.events);
  return {
    advisoryId: osv.id,
    aliases: [...new Set(own?.aliases ?? osv.aliases ?? [])],
    ...placeIn(place),
    summary: own?.summary ?? summaryOf(osv),
    author: own?.author ?? AUTHOR,
    severities,
    severity:
      own?.severity === undefined
        ? severityOf(severities) || severityInWords(osv, given)
        : SEVERITIES.indexOf(own.severity),
    fixedVersion: own?.fixedVersion ?? fixedVersionOf(events),
    events,
    createTime: own?.createTime ?? timeOf(osv),
    origin:
      own === undefined
        ? originIn(
            osv,
            affected,
            given.filter((one) => !isVector(one)),
          )
        : (own.origin ?? {}),
  };
}

/** Some databases write the first second of year 1 for an unknown time. */
const isKnown = (time: string | undefined): time is string => time !== undefined && time >= '1970';

function timeOf({ published, modified, withdrawn }: OsvRecord): string | undefined {
  return [published, modified, withdrawn].find(isKnown);
}

function placeOf(affected: OsvAffected, index: number): Place {
  const ecosystem = affected.package?.ecosystem ?? NO_ECOSYSTEM;
  const name = affected.package?.name ?? affected.ranges?.find(({ repo }) => repo)?.repo;
  if (name === undefined) {
    throw invalidField(`affected.${index}.package`, 'is required where no range has a repo');
  }
  return {
    artifactName: name,
    artifactType: namesOf(ecosystem)?.type === 'apk' ? 'apk' : 'library',
    artifactArchitecture: '',
    artifactFamily: familyOfEcosystem(ecosystem),
    componentName: name,
    componentType: componentTypeOf(ecosystem),
    // Packages of one name differ from release to release of a distribution.
    componentLocation: ecosystem.includes(':') ? ecosystem : '',
  };
}

function isVector(severity: OsvSeverity): severity is ImportedSeverity {
  return /^CVSS_V[234]$/.test(severity.type);
}

/** The severity from a distribution's own scale, or from a word in the record. */
function severityInWords(osv: OsvRecord, severities: readonly OsvSeverity[]): number {
  const beside = osv.database_specific?.severity;
  const words = severities.filter((one) => !isVector(one)).map(({ score }) => score);
  if (typeof beside === 'string') words.push(beside);
  return words.map(severityOfWord).find((rank) => rank > 0) ?? 0;
}

function summaryOf({ summary, details }: OsvRecord): string {
  const given = firstLineOf(summary);
  if (given !== '') return given;
  const text = firstLineOf(details);
  if (text.length <= MAX_SUMMARY_LENGTH) return text;
  return `${text.slice(0, MAX_SUMMARY_LENGTH - 1).toWellFormed()}…`;
}

function firstLineOf(text: string | null | undefined): string {
  const [first = ''] = (text?.trim() ?? '').split(/\r?\n/, 1);
  return first;
}

/** First the detections, then the fixes, then the withdrawal. */
function eventsOf(osv: OsvRecord, place: Place, affected: readonly OsvAffected[]): ImportedEvent[] {
  const createTime = timeOf(osv);
  const event = (kind: ImportedEvent['kind'], data: JsonObject): ImportedEvent => ({
    createTime,
    author: AUTHOR,
    kind,
    data,
  });
  const events = affected.flatMap((one) =>
    detectionsOf(place, one).map(({ data, ...more }) => ({ ...event('detection', data), ...more })),
  );
  const fixes = fixesOf(affected);
  if (fixes.length > 0) {
    const note = fixes.length === 1 ? '' : `Fixed in ${fixes.join(', ')}.`;
    events.push(event('fixed', { fixedVersion: fixes.at(-1) ?? '', note }));
  }
  if (osv.withdrawn !== undefined) {
    const data = { type: 'VULNERABILITY_RECORD_ANALYSIS_CONTESTED', note: WITHDRAWN_NOTE };
    const time = [createTime ?? '', osv.withdrawn].filter(isKnown).sort().at(-1);
    events.push({ ...event('falsePositiveDetermination', data), createTime: time });
  }
  return events;
}
