/** The fields that a change of a resource changed, and those with its name. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';

export interface Difference {
  before: JsonObject;
  after: JsonObject;
}

/** The fields that a resource is called by, alone or by those of an identity and a role. */
const NAMES = ['name', 'url'];
const NAMED = ['identity', 'role'];

/** Objects are compared by member, lists as a whole. A member that one side lacks is in the other side alone. */
export function differenceOf(before: JsonObject, after: JsonObject): Difference {
  const changed = differing(before, after);
  return {
    before: { ...namesIn(before), ...changed.before },
    after: { ...namesIn(after), ...changed.after },
  };
}

function differing(before: JsonObject, after: JsonObject): Difference {
  const [was, is]: [JsonObject, JsonObject] = [{}, {}];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, young] = [before[key], after[key]];
    if (isDeepStrictEqual(old, young)) continue;
    const inner = isJsonObject(old) && isJsonObject(young) ? differing(old, young) : null;
    if (old !== undefined) was[key] = inner?.before ?? old;
    if (young !== undefined) is[key] = inner?.after ?? young;
  }
  return { before: was, after: is };
}

function namesIn(state: JsonObject): JsonObject {
  const own = NAMES.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]]));
  const others = NAMED.flatMap((key) => {
    const other = state[key];
    return isJsonObject(other) && other['name'] !== undefined
      ? [[key, { name: other['name'] }]]
      : [];
  });
  return Object.fromEntries([...own, ...others]) as JsonObject;
}
