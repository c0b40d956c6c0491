/** Puts the former values of an update back into the current ones: a three-way merge. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import { isLeftOut } from '#lib/audit/states.ts';

/** The recorded update: what it changed, before and after. */
export interface Edit {
  before: JsonObject;
  after: JsonObject;
}

export interface Merged {
  /** The input with the former values. */
  next: JsonObject;
  /** The values of now and the former ones. Only the fields that are put back. */
  now: JsonObject;
  former: JsonObject;
  /** The paths that are put back, and those that somebody has changed since. */
  restored: string[];
  changedSince: string[];
  /** The paths of which the record has no value. */
  notKept: string[];
}

/**
 * A field counts as changed since, if it is neither as the update left it nor as it was before. Objects are
 * compared by member, lists as a whole.
 *
 * @param current the input that the resource has now.
 * @param named the only paths to put back, also if they were changed since; all others unless given.
 */
export function putBack(current: JsonObject, edit: Edit, named?: readonly string[]): Merged {
  const merged: Merged = {
    next: structuredClone(current),
    now: {},
    former: {},
    restored: [],
    changedSince: [],
    notKept: [],
  };
  for (const change of changesIn(edit, [])) restore(merged, current, change, named);
  return merged;
}

interface Change {
  keys: readonly string[];
  /** Undefined where there was none. */
  before: JsonValue | undefined;
  after: JsonValue | undefined;
}

function changesIn({ before, after }: Edit, above: readonly string[]): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [old, young] = [before[key], after[key]];
    if (isDeepStrictEqual(old, young)) return [];
    const keys = [...above, key];
    const [inOld, inYoung] = [innerOf(old), innerOf(young)];
    if (inOld === null || inYoung === null) return [{ keys, before: old, after: young }];
    return changesIn({ before: inOld, after: inYoung }, keys);
  });
}

/** An absent object has no members. Null for a value that is no object. */
const innerOf = (value: JsonValue | undefined): JsonObject | null =>
  value === undefined ? {} : isJsonObject(value) ? value : null;

function restore(
  merged: Merged,
  current: JsonObject,
  { keys, before, after }: Change,
  named: readonly string[] | undefined,
): void {
  const path = keys.join('.');
  const now = valueIn(current, keys);
  if (isDeepStrictEqual(now, before)) return;
  const isChanged = !isDeepStrictEqual(now, after);
  if (isChanged) merged.changedSince.push(path);
  if (named === undefined ? isChanged : !named.includes(path)) return;
  if (isLeftOut(before)) {
    merged.notKept.push(path);
    return;
  }
  merged.restored.push(path);
  setIn(merged.next, keys, before);
  setIn(merged.now, keys, now);
  setIn(merged.former, keys, before);
}

function valueIn(object: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = object;
  for (const key of keys) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

function setIn(object: JsonObject, keys: readonly string[], value: JsonValue | undefined): void {
  let at = object;
  for (const key of keys.slice(0, -1)) {
    const inner = Object.hasOwn(at, key) ? at[key] : undefined;
    const next: JsonObject = isJsonObject(inner) ? inner : {};
    at[key] = next;
    at = next;
  }
  const last = keys.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = structuredClone(value);
}

/** Every path that the update changed. */
export const pathsIn = (edit: Edit): string[] =>
  changesIn(edit, []).map(({ keys }) => keys.join('.'));
