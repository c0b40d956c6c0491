/** What an ecosystem or a database adds to a package of an OSV record, such as the affected functions. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';

const FIELDS = ['ecosystem_specific', 'database_specific'];

/** @param affected the entries on one package, by the names of OSV. */
export function specificOf(affected: readonly Readonly<Record<string, unknown>>[]): JsonObject {
  const found = FIELDS.map((field) => {
    const given = affected.flatMap((one) => (isJsonObject(one[field]) ? [one[field]] : []));
    return [field, joined(given)] as const;
  });
  return Object.fromEntries(found.filter(([, members]) => Object.keys(members).length > 0));
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
