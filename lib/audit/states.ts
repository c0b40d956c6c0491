/** What a record holds of a resource: the fields that changed and its name, the largest as sizes. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';

export interface Difference {
  before: JsonObject;
  after: JsonObject;
}

/** The fields that a resource is called by, alone or by those of an identity and a role. */
const NAMES = ['name', 'url'];
const NAMED = ['identity', 'role'];
/** The resources within the whole state of another one, and the fields of theirs that a record keeps. */
const WITHIN = ['identity', 'role', 'group'];
const KEPT = new Set(['uid', 'name']);

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

/**
 * The whole state, with no more of another resource in it than its uid and its name. A deleted identity
 * would be in as many records as it had bindings.
 */
export function wholeOf(state: JsonObject): JsonObject {
  const others = WITHIN.flatMap((key) => {
    const other = state[key];
    if (!isJsonObject(other)) return [];
    return [[key, Object.fromEntries(Object.entries(other).filter(([name]) => KEPT.has(name)))]];
  });
  return { ...state, ...Object.fromEntries(others) };
}

/** For each side of a change. More than the fields of a resource have, but for long texts. */
export const MOST_BYTES = 32 * 1024;

/** What a record holds of each side once its organization has used up its quota. */
export const FEW_BYTES = 512;

/** Longer than the text that replaces a value. */
const KEPT_BYTES = 128;

/** In bytes of JSON. */
export const sizeOf = (state: JsonObject | null): number =>
  state === null ? 0 : Buffer.byteLength(JSON.stringify(state));

const LEFT_OUT = /^left out: \d+ bytes of JSON, SHA-256 [0-9a-f]{64}$/;

/** Whether the record has only the size of the value. */
export const isLeftOut = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && LEFT_OUT.test(value);

/** Replaces the largest values by their sizes and SHA-256 until the rest has at most so many bytes. */
export function bounded(state: JsonObject | null, most: number): JsonObject | null {
  let left = sizeOf(state);
  if (state === null || left <= most) return state;
  const short: JsonObject = { ...state };
  const texts = Object.entries(state).map(([key, value]) => ({ key, text: JSON.stringify(value) }));
  for (const { key, text } of texts.sort((a, b) => b.text.length - a.text.length)) {
    const bytes = Buffer.byteLength(text);
    if (left <= most || bytes <= KEPT_BYTES) break;
    const hash = createHash('sha256').update(text).digest('hex');
    const instead = `left out: ${bytes} bytes of JSON, SHA-256 ${hash}`;
    short[key] = instead;
    left -= bytes - instead.length - 2;
  }
  return short;
}
