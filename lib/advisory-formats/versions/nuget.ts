/**
 * The order of NuGet versions: SemVer with up to four numbers, regardless of the case.
 *
 * @see https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
 */
import semver from 'semver';
import { compareNumbers } from './apk.ts';

const VERSION = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z.-]+))?(?:\+.*)?$/i;

/** Null for text that is not such a version. */
export function compareNuget(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === null || right === null) return null;
  for (let at = 0; at < 4; at += 1) {
    const order = compareNumbers(left.numbers[at] ?? '0', right.numbers[at] ?? '0');
    if (order !== 0) return order;
  }
  return semver.compare(left.label, right.label);
}

function partsOf(version: string) {
  const [, numbers, label = ''] = VERSION.exec(version) ?? [];
  if (numbers === undefined) return null;
  const text = label === '' ? '0.0.0' : `0.0.0-${label.toLowerCase()}`;
  return semver.valid(text) === null ? null : { numbers: numbers.split('.'), label: text };
}
