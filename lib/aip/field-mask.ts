/**
 * Partial updates: which fields a field mask changes, or the body if there is no mask.
 *
 * @see https://google.aip.dev/134
 * @see https://google.aip.dev/161
 */
import { invalidArgument } from './errors.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** The mutable fields of a resource. A leaf is true; an object lists its own fields. */
export interface FieldTree {
  [field: string]: true | FieldTree;
}

/** Paths of which at most one may be set, as in a proto oneof. */
export type Oneof = readonly string[];

/** `update_mask` as camelCase paths. It accepts both cases; an empty text has no paths. */
function parseFieldMask(text: string): string[] {
  return text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
    .map((path) => path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
}

/**
 * The paths that an update changes, such as `claimMatch.issuer`. An empty mask counts as none, since
 * gRPC does not distinguish the two.
 *
 * @throws ApiError INVALID_ARGUMENT on `updateMask` for a path that is not a mutable field.
 */
export function changedPaths(
  mask: string | undefined,
  body: JsonObject,
  fields: FieldTree,
): string[] {
  const paths = parseFieldMask(mask ?? '');
  if (paths.length === 0) return presentPaths(body, fields);
  const violations = paths
    .filter((path) => path !== '*' && !isField(path, fields))
    .map((path) => ({ field: 'updateMask', description: `${path} is not a mutable field` }));
  if (violations.length > 0) throw invalidArgument(violations);
  return paths.includes('*') ? Object.keys(fields) : [...new Set(paths)];
}

/**
 * Without a mask, exactly the keys in the body change. Objects are compared key by key, so that an
 * empty one changes nothing: gRPC sends it as it sends an absent one.
 */
export function presentPaths(body: JsonObject, fields: FieldTree, prefix = ''): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return [];
    if (isJsonObject(value) && Object.keys(value).length === 0) return [];
    if (field === true || !isJsonObject(value)) return [prefix + key];
    return presentPaths(value, field, `${prefix}${key}.`);
  });
}

/** `current` with the values of `body` at `paths`. Removes what the body lacks there. */
export function applyPaths(
  current: JsonObject,
  body: JsonObject,
  paths: readonly string[],
  oneofs: readonly Oneof[] = [],
): JsonObject {
  const next = structuredClone(current);
  for (const path of paths) {
    const value = valueAt(body, path);
    setAt(next, path, value === undefined ? undefined : structuredClone(value));
  }
  for (const oneof of oneofs) {
    const chosen = oneof.filter(
      (path) => isCovered(path, paths) && valueAt(body, path) !== undefined,
    );
    if (chosen.length !== 1) continue;
    for (const other of oneof) if (!isCovered(other, paths)) setAt(next, other, undefined);
  }
  return next;
}

/** True if the mask names the path or an object that contains it. */
function isCovered(path: string, paths: readonly string[]): boolean {
  return paths.some((named) => path === named || path.startsWith(`${named}.`));
}

/** The value at a dotted path; undefined if an object on the way is missing. */
export function valueAt(object: JsonObject, path: string): JsonObject[string] | undefined {
  let value: JsonObject[string] | undefined = object;
  for (const key of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isField(path: string, fields: FieldTree): boolean {
  let at: true | FieldTree | undefined = fields;
  for (const key of path.split('.')) {
    if (at === true || at === undefined || !Object.hasOwn(at, key)) return false;
    at = at[key];
  }
  return at !== undefined;
}

function setAt(object: JsonObject, path: string, value: JsonObject[string] | undefined): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = object;
  for (const key of keys) {
    const inner = Object.hasOwn(at, key) ? at[key] : undefined;
    if (isJsonObject(inner)) {
      at = inner;
    } else {
      if (value === undefined) return;
      const made: JsonObject = {};
      at[key] = made;
      at = made;
    }
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}
