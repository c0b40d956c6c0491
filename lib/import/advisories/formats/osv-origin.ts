/** What an OSV record says of a package that the API has no field for. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import type { Origin } from '#lib/advisory-formats/origin.ts';
import type { OsvAffected, OsvRecord, OsvSeverity } from './osv-schema.ts';

/**
 * @param affected the entries on one package.
 * @param severities those that are no vectors.
 */
export function originIn(
  { modified }: OsvRecord,
  affected: readonly [OsvAffected, ...OsvAffected[]],
  severities: readonly OsvSeverity[],
): Origin {
  const [{ package: of }] = affected;
  const beyond = {
    ...specificOf(affected),
    ...(severities.length > 0 && { severity: [...severities] }),
  };
  return {
    ...(of && { ecosystem: of.ecosystem, ...(of.purl && { purl: of.purl }) }),
    modified,
    ...(Object.keys(beyond).length > 0 && { affected: beyond }),
  };
}

/** Of an ecosystem or a database, such as the affected functions. */
const FIELDS = ['ecosystem_specific', 'database_specific'];

function specificOf(affected: readonly Readonly<Record<string, unknown>>[]): JsonObject {
  const found = FIELDS.map((field) => {
    const given = affected.flatMap((one) => (isJsonObject(one[field]) ? [one[field]] : []));
    return [field, joined(given)] as const;
  });
  return Object.fromEntries(found.filter(([, members]) => Object.keys(members).length > 0));
}

/** Of several advisories that are one. */
export function joinedAffected(all: readonly JsonObject[]): JsonObject {
  const severity = all.flatMap(({ severity: words }) => (Array.isArray(words) ? words : []));
  return {
    ...Object.assign({}, ...all.toReversed()),
    ...specificOf(all),
    ...(severity.length > 0 && { severity: distinct(severity) }),
  } as JsonObject;
}

/** Lists of one name become one list. Of other values of one name, the first stays. */
function joined(objects: readonly JsonObject[]): JsonObject {
  const members = Map.groupBy(
    objects.flatMap((one) => Object.entries(one)),
    ([name]) => name,
  );
  return Object.fromEntries(
    [...members].map(([name, all]) => {
      const values = all.map(([, value]) => value);
      const lists = values.filter((value) => Array.isArray(value));
      return [name, lists.length === values.length ? distinct(lists.flat()) : (values[0] ?? null)];
    }),
  );
}

const distinct = (values: readonly JsonValue[]): JsonValue[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
