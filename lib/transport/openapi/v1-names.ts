/** Schemas and texts of v2 with the names of v1. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { v1Name, type Names } from '#lib/transport/v1/names.ts';

/** Names of fields stand between backticks; `uidp` is the same in both versions. */
export function textInV1(text: string): string {
  return text
    .replace(/`(\w+)`/g, (_, name: string) => `\`${v1Name(name)}\``)
    .replace(/\ba uid\b/g, 'an id')
    .replace(/\buid(s?)\b/g, 'id$1');
}

/** @param names of the message that the schema describes; absent for the values of a map. */
export function schemaInV1(schema: JsonObject = {}, names?: Names): JsonObject {
  const members = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => [
    keyword,
    keywordInV1(keyword, value, names),
  ]);
  return Object.fromEntries(members);
}

function keywordInV1(keyword: string, value: JsonValue, names: Names | undefined): JsonValue {
  const rename = (name: string) => names?.other.get(name) ?? name;
  if (keyword === 'description') return textInV1(String(value));
  if (keyword === 'required') return (value as string[]).map(rename);
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, JsonObject>);
    return Object.fromEntries(
      properties.map(([name, inner]) => [rename(name), schemaInV1(inner, names?.within.get(name))]),
    );
  }
  if (keyword === 'items' || keyword === 'additionalProperties') {
    return isJsonObject(value) ? schemaInV1(value, names) : value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => (isJsonObject(one) ? schemaInV1(one, names) : one));
  }
  return value;
}
