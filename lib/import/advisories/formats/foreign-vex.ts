/** Statements of documents that are not OpenVEX, by the names that OpenVEX has for them. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { advisoriesOfStatement, type Foreign } from './openvex.ts';
import { NamesOfDocument, ofOneThing, thingKey, type OfOneThing } from './same-vulnerability.ts';
import { missingReason } from './verdicts.ts';
import type { Parsed, Position } from '#lib/import/advisories/types.ts';

export interface ForeignVex {
  author: string;
  /** RFC 3339; undefined if the document has no time. */
  timestamp: string | undefined;
  statements: ForeignStatement[];
  /** About what the document says, beyond the verdicts and their reasons. */
  warnings?: readonly WarningOfRecord[];
}

export type WarningOfRecord = OfOneThing['warnings'][number];

export interface ForeignStatement extends Foreign {
  /** With the names of OpenVEX. */
  says: JsonObject;
}

/** @throws ApiError that names every failing field, as OpenVEX calls it. */
export function parsedForeign(
  { author, timestamp, statements, warnings: told = [] }: ForeignVex,
  where: Position,
): Parsed[] {
  const warnings = new Map<string, WarningOfRecord>();
  const names = new NamesOfDocument();
  const found = statements.flatMap(({ says, answers }) => {
    const content = { ...(timestamp && { timestamp }), ...says };
    const advisories = advisoriesOfStatement({ author }, content, { answers });
    const record = advisories[0]?.advisoryId ?? '';
    // A document may have thousands of products, of which one warning is enough.
    for (const one of missingReason(says)) {
      warnings.set(`${record} ${one.field}`, { record, ...one });
    }
    advisories.forEach((advisory) => names.add(advisory));
    return advisories;
  });
  const shared = names.shared(found.map(({ advisoryId }) => advisoryId));
  const things = Map.groupBy(found, (part) => thingKey(part, shared)).values();
  const judged = [...things].map(ofOneThing);
  const problems = [...told, ...warnings.values(), ...judged.flatMap((one) => one.warnings)];
  return [
    ...problems.map((warning) => ({ ...where, ...warning })),
    ...judged.flatMap((one) => one.advisories).map((advisory) => ({ ...where, advisory })),
  ];
}

export const objectsIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

export const textsIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const objectIn = (value: JsonValue | undefined): JsonObject =>
  isJsonObject(value) ? value : {};

/** The text of a value; undefined for other values and empty texts. */
export const textIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What identifies a product, in the fields that OpenVEX has for it. @param hashes after their algorithms. */
export function identifiedBy(
  purl: JsonValue | undefined,
  cpe: JsonValue | undefined,
  hashes: readonly (JsonValue | undefined)[][],
): JsonObject {
  const [url, name] = [textIn(purl), textIn(cpe)];
  const identifiers = {
    ...(url !== undefined && { purl: url }),
    ...(name !== undefined && { [name.startsWith('cpe:2.3') ? 'cpe23' : 'cpe22']: name }),
  };
  const known = hashes.flatMap((pair) => {
    const [algorithm, hash] = pair.map(textIn);
    return algorithm && hash ? [[algorithm, hash] as const] : [];
  });
  return {
    ...(Object.keys(identifiers).length > 0 && { identifiers }),
    ...(known.length > 0 && { hashes: Object.fromEntries(known) }),
  };
}

/** The texts of a statement, by what they are for. */
export interface Reasons {
  /** Why a product is not affected. */
  impact?: readonly string[];
  /** What to do about it. */
  action?: readonly string[];
  other?: readonly string[];
}

/** The texts in the fields that OpenVEX has for them. One that its status has no field for is a note. */
export function reasonsOf(
  status: string,
  { impact = [], action = [], other = [] }: Reasons,
): JsonObject {
  const isAffected = status === 'affected';
  const isNot = status === 'not_affected';
  const notes = [...(isNot ? [] : impact), ...(isAffected ? [] : action), ...other];
  return {
    ...(isNot && impact.length > 0 && { impact_statement: together(impact) }),
    ...(isAffected && action.length > 0 && { action_statement: together(action) }),
    ...(notes.length > 0 && { status_notes: together(notes) }),
  };
}

/** Each text once, in lines. */
export const together = (texts: readonly string[]): string => [...new Set(texts)].join('\n');
