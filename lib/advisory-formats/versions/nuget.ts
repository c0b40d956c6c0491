/**
 * The order of NuGet versions: SemVer with up to four numbers, regardless of the case.
 *
 * @see https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
 */
import { compareNumbers, compareParts } from './order.ts';
import { compareLabels } from './semver.ts';

const VERSION = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+.*)?$/i;

/** Null for text that is not such a version. */
export function compareNuget(a: string, b: string): number | null {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === null || right === null) return null;
  const order = compareParts(left.numbers, right.numbers, (one = '0', other = '0') =>
    compareNumbers(one, other),
  );
  return order || compareLabels(left.labels, right.labels);
}

function partsOf(version: string) {
  const [, numbers, labels] = VERSION.exec(version) ?? [];
  return numbers === undefined
    ? null
    : { numbers: numbers.split('.'), labels: labels?.toLowerCase().split('.') ?? [] };
}
