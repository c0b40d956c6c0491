/** Statements of documents that are not OpenVEX, by the names that OpenVEX has for them. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { wholeKey } from '#lib/import/advisories/keys.ts';
import { advisoriesOfStatement, joinedVex } from './openvex.ts';
import type { ImportedAdvisory } from '#lib/import/advisories/types.ts';

export interface ForeignVex {
  author: string;
  /** RFC 3339; undefined if the document has no time. */
  timestamp: string | undefined;
  statements: JsonObject[];
}

/** @throws ApiError that names every failing field, as OpenVEX calls it. */
export function advisoriesOfForeign({ author, timestamp, statements }: ForeignVex) {
  const found = statements.flatMap((statement) =>
    advisoriesOfStatement({ author }, { ...(timestamp && { timestamp }), ...statement }, true),
  );
  const together = Map.groupBy(found, wholeKey).values();
  return [...together].map((same): ImportedAdvisory => joinedVex(same));
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

/** The reason in the field that OpenVEX has for it. */
export function reasonOf(status: string, text: string | undefined): JsonObject {
  if (text === undefined) return {};
  if (status === 'affected') return { action_statement: text };
  return status === 'not_affected' ? { impact_statement: text } : { status_notes: text };
}
