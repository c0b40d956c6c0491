/**
 * The order of NuGet versions: SemVer with up to four numbers, regardless of the case.
 *
 * @see https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
 */
import semver from 'semver';
import { compareNumbers, compareParts } from './order.ts';

const VERSION = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z.-]+))?(?:\+.*)?$/i;

/** Null for text that is not such a version. */
export function compareNuget(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === null || right === null) return null;
  const order = compareParts(left.numbers, right.numbers, (one = '0', other = '0') =>
    compareNumbers(one, other),
  );
  return order || semver.compare(left.label, right.label);
}

function partsOf(version: string) {
  const [, numbers, label = ''] = VERSION.exec(version) ?? [];
  if (numbers === undefined) return null;
  const text = label === '' ? '0.0.0' : `0.0.0-${label.toLowerCase()}`;
  return semver.valid(text) === null ? null : { numbers: numbers.split('.'), label: text };
}
