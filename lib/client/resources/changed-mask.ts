/** The changes of an editor, so that an update names only these. */
import { isObject } from '#lib/client/is-object.ts';

/** Form values: JSON. Objects are compared by member, lists as a whole. */
export type FormValues = object;

type Fields = Record<string, unknown>;

function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (isObject(a) && isObject(b)) return changedMask(a, b).length === 0;
  return Object.is(a, b);
}

/** The dotted paths at which the values differ, in field order. A removed value counts. */
export function changedMask(base: FormValues, values: FormValues, prefix = ''): string[] {
  const [before, after] = [base as Fields, values as Fields];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before[key], after[key]];
    if (isObject(was) && isObject(is)) return changedMask(was, is, `${prefix}${key}.`);
    return isEqual(was, is) ? [] : [prefix + key];
  });
}

/** The value at a dotted path; undefined if there is none. */
export function valueAt(values: FormValues, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), values);
}

/** A copy with another value at a dotted path; undefined removes it. */
export function withValueAt<T extends FormValues>(values: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy: Fields = { ...(values as Fields) };
  const inner = copy[key];
  if (rest.length > 0) {
    copy[key] = withValueAt(isObject(inner) ? inner : {}, rest.join('.'), value);
  } else if (value === undefined) delete copy[key];
  else copy[key] = value;
  return copy as T;
}

/** The values that the mask names, for the body of an update. */
export function pickMask<T extends FormValues>(values: T, mask: readonly string[]): Partial<T> {
  return mask.reduce<Partial<T>>((body, path) => {
    const value = valueAt(values, path);
    return value === undefined ? body : withValueAt(body, path, value);
  }, {});
}

/**
 * The paths that two people have changed differently.
 *
 * @param base the values that both began with.
 */
export function conflicts<T extends FormValues>(base: T, mine: T, theirs: T): string[] {
  const changed = changedMask(base, theirs);
  const isTheirs = (path: string) =>
    changed.some(
      (other) => `${other}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${other}.`),
    );
  return changedMask(base, mine).filter(
    (path) => isTheirs(path) && !isEqual(valueAt(mine, path), valueAt(theirs, path)),
  );
}
