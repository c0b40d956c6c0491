/**
 * The names of a kind of package in OSV, in scanners, and in package URLs.
 *
 * @see https://ossf.github.io/osv-schema/#defined-ecosystems
 * @see https://github.com/package-url/purl-spec/blob/main/PURL-TYPES.rst
 */

/** OSV's ecosystem, the scanners' component type, the type of package URLs. */
const LIBRARIES: readonly (readonly [string, string, string])[] = [
  ['Go', 'go-module', 'golang'],
  ['npm', 'npm', 'npm'],
  ['PyPI', 'python', 'pypi'],
  ['Maven', 'java-archive', 'maven'],
  ['RubyGems', 'gem', 'gem'],
  ['crates.io', 'rust-crate', 'cargo'],
  ['NuGet', 'dotnet', 'nuget'],
  ['Packagist', 'php-composer', 'composer'],
  ['Pub', 'dart-pub', 'pub'],
  ['Hex', 'hex', 'hex'],
  ['Hackage', 'hackage', 'hackage'],
  ['CRAN', 'CRAN', 'cran'],
  ['ConanCenter', 'ConanCenter', 'conan'],
  ['Bitnami', 'Bitnami', 'bitnami'],
];

/** OSV's ecosystem, the type and the namespace of package URLs. */
const DISTRIBUTIONS: readonly (readonly [string, string, string])[] = [
  ['Alpine', 'apk', 'alpine'],
  ['Chainguard', 'apk', 'chainguard'],
  ['MinimOS', 'apk', 'minimos'],
  ['Wolfi', 'apk', 'wolfi'],
  ['Debian', 'deb', 'debian'],
  ['Ubuntu', 'deb', 'ubuntu'],
  ['AlmaLinux', 'rpm', 'almalinux'],
  ['Mageia', 'rpm', 'mageia'],
  ['openEuler', 'rpm', 'openeuler'],
  ['openSUSE', 'rpm', 'opensuse'],
  ['Photon OS', 'rpm', 'photon'],
  ['Red Hat', 'rpm', 'redhat'],
  ['Rocky Linux', 'rpm', 'rocky'],
  ['SUSE', 'rpm', 'suse'],
];

/** Ecosystems without a package URL type or another name. */
const OTHERS = ['Android', 'Bioconductor', 'GHC', 'Kubernetes', 'Linux', 'OSS-Fuzz', 'SwiftURL'];

/**
 * OSV's ecosystem for packages that a repository names. Scanners look it up by commits and never by
 * name. A component without an OSV ecosystem therefore flags no package.
 */
export const NO_ECOSYSTEM = 'GIT';

/** The ecosystem without its release: `Debian` of `Debian:12`. */
export const ecosystemBase = (ecosystem: string) => ecosystem.split(':', 1)[0] ?? '';

/** An ecosystem that scanners have no name for keeps its own name. */
export function componentTypeOf(ecosystem: string): string {
  const base = ecosystemBase(ecosystem);
  if (base === NO_ECOSYSTEM) return 'git';
  return LIBRARIES.find(([name]) => name === base)?.[1] ?? base;
}

/** The `artifactType` of an OSV ecosystem, with or without its release. */
export function artifactTypeOf(ecosystem: string): 'apk' | 'library' {
  const base = ecosystemBase(ecosystem);
  return DISTRIBUTIONS.some(([name, type]) => name === base && type === 'apk') ? 'apk' : 'library';
}

/** Undefined if OSV has no name for it. */
export function ecosystemOfComponent(componentType: string): string | undefined {
  const library = LIBRARIES.find(([, type]) => type === componentType);
  if (library !== undefined) return library[0];
  const named = [...DISTRIBUTIONS.map(([name]) => name), ...OTHERS];
  return named.find((name) => name === componentType);
}

/** Undefined if OSV has no name for it. */
export function ecosystemOfPurl({ type, namespace }: { type: string; namespace: string }) {
  const inNamespace = DISTRIBUTIONS.find(
    ([, of, name]) => of === type && name === namespace.toLowerCase(),
  );
  return inNamespace?.[0] ?? LIBRARIES.find(([, , of]) => of === type)?.[0];
}

/** The type of its package URLs. Undefined if it has none. */
export function purlTypeOfEcosystem(ecosystem: string): string | undefined {
  const base = ecosystemBase(ecosystem);
  const library = LIBRARIES.find(([name]) => name === base);
  return library?.[2] ?? DISTRIBUTIONS.find(([name]) => name === base)?.[1];
}

/** The namespace that package URLs have for the distribution of an OSV ecosystem; undefined for other ecosystems. */
export function distributionOf(ecosystem: string): string | undefined {
  const base = ecosystemBase(ecosystem);
  return DISTRIBUTIONS.find(([name]) => name === base)?.[2];
}

/** The `componentType` of a package URL, in the words of scanners. */
export function componentTypeOfPurl(purl: { type: string; namespace: string }): string {
  // Scanners use `apk` for every apk package, regardless of its distribution.
  if (purl.type === 'apk' || purl.type === 'generic') return purl.type;
  const ecosystem = ecosystemOfPurl(purl);
  return ecosystem === undefined ? purl.type : componentTypeOf(ecosystem);
}

/** The type of package URLs, and the distribution if the component type implies one. */
export function purlTypeOf(componentType: string): { type: string; distribution: string } {
  const library = LIBRARIES.find(([, type]) => type === componentType);
  if (library !== undefined) return { type: library[2], distribution: '' };
  const distribution = DISTRIBUTIONS.find(([name]) => name === componentType);
  if (distribution !== undefined) return { type: distribution[1], distribution: distribution[2] };
  // Other types came from package URLs.
  const isPurlType = /^[a-z][a-z0-9.+-]*$/.test(componentType) && componentType !== 'git';
  return { type: isPurlType ? componentType : 'generic', distribution: '' };
}
