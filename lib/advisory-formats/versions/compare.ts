/**
 * Compares two versions by the rules of an ecosystem.
 *
 * @see https://ossf.github.io/osv-schema/#affectedrangestype-field
 */
import { compare as comparePep440, valid as isPep440 } from '@renovatebot/pep440';
import semver from 'semver';
import { compareApk } from './apk.ts';
import { compareConan } from './conan.ts';
import { compareMaven } from './maven.ts';
import { compareNatural } from './natural.ts';
import { compareNuget } from './nuget.ts';
import { compareNumberLists } from './numbers.ts';
import { comparePackagist } from './packagist.ts';
import { compareDebian, compareRpm } from './packages.ts';
import { compareRubyGems } from './rubygems.ts';
import { compareSemver } from './semver.ts';

/** Null if a text is not a version of the scheme. */
type Compare = (a: string, b: string) => number | null;

/** Whether the text is a version of SemVer 2.0; a leading `v` is allowed. */
export const isSemver = (version: string): boolean => semver.valid(version) !== null;

const comparePython: Compare = (a, b) => {
  const valid = isPep440(a) !== null && isPep440(b) !== null;
  return valid ? comparePep440(a, b) : null;
};

/** The order of ranges that say themselves that their versions follow SemVer. */
const SEMVER = 'SemVer';

/** Their ranges have the type `SEMVER`. */
const OF_SEMVER = [
  'Bitnami',
  'crates.io',
  'GitHub Actions',
  'Go',
  'Hex',
  'Julia',
  'Kubernetes',
  'npm',
  'Pub',
  'SwiftURL',
];

const OF_APK = [
  'Alpaquita',
  'Alpine',
  'BellSoft Hardened Containers',
  'Chainguard',
  'CleanStart',
  'MinimOS',
  'Wolfi',
];

const OF_RPM = [
  'AlmaLinux',
  'Azure Linux',
  'Mageia',
  'openEuler',
  'openSUSE',
  'Photon OS',
  'Red Hat',
  'Rocky Linux',
  'SUSE',
];

const SCHEMES: readonly (readonly [Compare, readonly string[]])[] = [
  [compareSemver, [SEMVER, ...OF_SEMVER, 'VSCode']],
  [compareApk, OF_APK],
  [comparePackagist, ['Packagist']],
  [compareNuget, ['NuGet']],
  [comparePython, ['PyPI']],
  [compareMaven, ['Maven']],
  [compareDebian, ['Debian', 'Docker Hardened Images', 'Echo', 'opam', 'Ubuntu']],
  [compareRpm, OF_RPM],
  [compareRubyGems, ['RubyGems']],
  [compareNumberLists, ['Bioconductor', 'CRAN', 'GHC', 'Hackage']],
  [compareConan, ['ConanCenter']],
];

const BY_ECOSYSTEM: ReadonlyMap<string, Compare> = new Map(
  SCHEMES.flatMap(([compare, names]) => names.map((name) => [name, compare] as const)),
);

/** The order in which the versions of a range are compared, for the functions below. */
export const orderOfRange = (type: string, ecosystem: string): string =>
  type === 'SEMVER' ? SEMVER : ecosystem;

/** @param ecosystem OSV's name for it, with or without a release after a colon. */
export function compareVersions(ecosystem: string, a: string, b: string): number {
  if (a === b) return 0;
  // In OSV, 0 comes before every version.
  if (a === '0') return -1;
  if (b === '0') return 1;
  const compare = BY_ECOSYSTEM.get(orderOf(ecosystem));
  return compare?.(a, b) ?? compareNatural(a, b);
}

/** True if the ecosystem has an order of versions, and the text is one of them. */
export const isOrdered = (ecosystem: string, version: string): boolean =>
  BY_ECOSYSTEM.get(orderOf(ecosystem))?.(version, version) === 0;

/** False if the ecosystem has an order of versions, and the text is none of them. In OSV, 0 is one everywhere. */
export function isComparable(ecosystem: string, version: string): boolean {
  const compare = BY_ECOSYSTEM.get(orderOf(ecosystem));
  return compare === undefined || version === '0' || compare(version, version) !== null;
}

/** Root rebuilds the packages of others: `Root:Alpine:3.20` has the versions of Alpine. */
function orderOf(ecosystem: string): string {
  const [first = '', second = ''] = ecosystem.split(':', 2);
  return first === 'Root' ? second : first;
}

/** True if versions follow SemVer 2.0.0, so that ranges have that type. */
export const isSemverEcosystem = (ecosystem: string): boolean => OF_SEMVER.includes(ecosystem);
