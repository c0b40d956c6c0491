/** Updates as the contract describes them, on resources split into their leaves. */
import type { Json } from '../harness.ts';

export interface Leaf {
  /** Dotted path in the body. */
  path: string;
  /** Valid values for bodies. */
  values: readonly unknown[];
  required?: boolean;
  /** The value in a response if it is unset; undefined if responses leave it out. */
  unset?: unknown;
}

export interface Shape {
  collection: string;
  leaves: readonly Leaf[];
  /** Pairs of fields of which setting one clears the other, and whether one is required. */
  oneofs?: readonly (readonly [string, string, boolean])[];
  /** Objects that may be absent. If such a group exists, at least one of them must be present. */
  optional?: readonly string[];
}

/** Stands for an object, whose members have paths of their own. */
export const OBJECT = '(an object)';

/** Leaf path to value, and object path to OBJECT. */
export type Flat = Map<string, unknown>;

export const INVALID = 'INVALID_ARGUMENT';

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));
const isAt = (path: string, top: string) => path === top || path.startsWith(`${top}.`);

export function flatten({ leaves }: Shape, body: Json): Flat {
  const flat: Flat = new Map();
  for (const { path } of leaves) {
    let at: unknown = body;
    const keys = path.split('.');
    for (const [index, key] of keys.entries()) {
      at = (at as Json)[key];
      if (at === undefined) break;
      flat.set(keys.slice(0, index + 1).join('.'), index === keys.length - 1 ? at : OBJECT);
    }
  }
  return flat;
}

export function nest(flat: Flat): Json {
  const body: Json = {};
  for (const [path, value] of flat) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let at = body;
    for (const key of keys) at = (at[key] ??= {}) as Json;
    at[last] ??= value === OBJECT ? {} : value;
  }
  return body;
}

/**
 * @param mask paths in camelCase; undefined if there is none.
 * @returns the resource afterwards, or INVALID.
 */
export function updated(
  shape: Shape,
  current: Flat,
  body: Flat,
  mask?: readonly string[],
): Flat | typeof INVALID {
  const leaves = shape.leaves.map(({ path }) => path);
  const all = mask?.includes('*') === true;
  const covers = (path: string) =>
    mask === undefined ? body.has(path) : all || mask.some((top) => isAt(path, top));
  const next: Flat = new Map();
  for (const path of leaves) {
    const from = covers(path) ? body : current;
    if (from.has(path)) next.set(path, from.get(path));
  }
  const objects = new Set(leaves.map(parentOf).filter((path) => path !== ''));
  for (const object of objects) {
    const whole = mask !== undefined && covers(object);
    const stays = whole ? body.has(object) : current.has(object);
    const filled = [...next.keys()].some((path) => parentOf(path) === object);
    if (stays || filled) next.set(object, OBJECT);
  }
  for (const [one, other] of (shape.oneofs ?? []).flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as const,
  )) {
    if (covers(one) && body.has(one) && !covers(other)) next.delete(other);
  }
  return isValid(shape, next) ? next : INVALID;
}

function isValid({ leaves, oneofs = [], optional }: Shape, flat: Flat): boolean {
  const missing = leaves.some(({ path, required }) => {
    const parent = parentOf(path);
    const expected = parent === '' || optional === undefined || flat.has(parent);
    return required === true && expected && !flat.has(path);
  });
  const torn = oneofs.some(([a, b, needed]) => {
    const set = [a, b].filter((path) => flat.has(path)).length;
    return set === 2 || (needed && set === 0);
  });
  return !missing && !torn && (optional?.some((object) => flat.has(object)) ?? true);
}

/** The flat form as a response shows it. */
export function shown({ leaves }: Shape, flat: Flat): Flat {
  const answer: Flat = new Map(flat);
  for (const { path, unset } of leaves) {
    const empty = JSON.stringify(answer.get(path)) === '{}';
    if (answer.has(path) && !(empty && unset === undefined)) continue;
    answer.delete(path);
    const parent = parentOf(path);
    if (unset !== undefined && (parent === '' || answer.has(parent))) answer.set(path, unset);
  }
  return answer;
}
