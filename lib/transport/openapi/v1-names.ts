/** Schemas and texts of v2 with the names of v1. */
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { v1Name } from '#lib/transport/v1/names.ts';

/** Names of fields stand between backticks; `uidp` is the same in both versions. */
export function textInV1(text: string): string {
  return text
    .replace(/`(\w+)`/g, (_, name: string) => `\`${v1Name(name)}\``)
    .replace(/\ba uid\b/g, 'an id')
    .replace(/\buid(s?)\b/g, 'id$1');
}

export const schemaInV1 = (schema: JsonObject = {}): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, keywordInV1(keyword, value)]),
  );

function keywordInV1(keyword: string, value: JsonValue): JsonValue {
  if (keyword === 'description') return textInV1(String(value));
  if (keyword === 'required') return (value as string[]).map(v1Name);
  if (Array.isArray(value)) return value.map((one) => (isJsonObject(one) ? schemaInV1(one) : one));
  if (!isJsonObject(value)) return value;
  if (keyword !== 'properties') return schemaInV1(value);
  const properties = Object.entries(value as Record<string, JsonObject>);
  return Object.fromEntries(properties.map(([name, one]) => [v1Name(name), schemaInV1(one)]));
}
