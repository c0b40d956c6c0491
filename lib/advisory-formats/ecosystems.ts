/**
 * The names of a kind of package in OSV, in scanners, and in package URLs.
 *
 * @see https://ossf.github.io/osv-schema/#defined-ecosystems
 * @see https://github.com/package-url/purl-spec/blob/main/PURL-TYPES.rst
 */

/** OSV's ecosystem, the scanners' component type, and in package URLs the type and a distribution's namespace. */
const ALL = [
  ['Go', 'go-module', 'golang', ''],
  ['npm', 'npm', 'npm', ''],
  ['PyPI', 'python', 'pypi', ''],
  ['Maven', 'java-archive', 'maven', ''],
  ['RubyGems', 'gem', 'gem', ''],
  ['crates.io', 'rust-crate', 'cargo', ''],
  ['NuGet', 'dotnet', 'nuget', ''],
  ['Packagist', 'php-composer', 'composer', ''],
  ['Pub', 'dart-pub', 'pub', ''],
  ['Hex', 'hex', 'hex', ''],
  ['Hackage', 'hackage', 'hackage', ''],
  ['CRAN', 'CRAN', 'cran', ''],
  ['ConanCenter', 'ConanCenter', 'conan', ''],
  ['Bitnami', 'Bitnami', 'bitnami', ''],
  ['Alpine', 'Alpine', 'apk', 'alpine'],
  ['Chainguard', 'Chainguard', 'apk', 'chainguard'],
  ['MinimOS', 'MinimOS', 'apk', 'minimos'],
  ['Wolfi', 'Wolfi', 'apk', 'wolfi'],
  ['Debian', 'Debian', 'deb', 'debian'],
  ['Ubuntu', 'Ubuntu', 'deb', 'ubuntu'],
  ['AlmaLinux', 'AlmaLinux', 'rpm', 'almalinux'],
  ['Mageia', 'Mageia', 'rpm', 'mageia'],
  ['openEuler', 'openEuler', 'rpm', 'openeuler'],
  ['openSUSE', 'openSUSE', 'rpm', 'opensuse'],
  ['Photon OS', 'Photon OS', 'rpm', 'photon'],
  ['Red Hat', 'Red Hat', 'rpm', 'redhat'],
  ['Rocky Linux', 'Rocky Linux', 'rpm', 'rocky'],
  ['SUSE', 'SUSE', 'rpm', 'suse'],
].map(([ecosystem = '', component = '', type = '', namespace = '']) => {
  return { ecosystem, component, type, namespace };
});

/** Ecosystems without a package URL type or another name. */
const OTHERS = ['Android', 'Bioconductor', 'GHC', 'Kubernetes', 'Linux', 'OSS-Fuzz', 'SwiftURL'];

/**
 * OSV's ecosystem for packages that a repository names. Scanners look it up by commits and never by
 * name. A component without an OSV ecosystem therefore flags no package.
 */
export const NO_ECOSYSTEM = 'GIT';

/** The ecosystem without its release: `Debian` of `Debian:12`. */
export const ecosystemBase = (ecosystem: string) => ecosystem.split(':', 1)[0] ?? '';

/** With or without its release. Undefined if only OSV has a name for it. */
export function namesOf(ecosystem: string) {
  const base = ecosystemBase(ecosystem);
  return ALL.find((names) => names.ecosystem === base);
}

const namesOfComponent = (component: string) => ALL.find((names) => names.component === component);

/** An ecosystem that scanners have no name for keeps its own name. */
export function componentTypeOf(ecosystem: string): string {
  const base = ecosystemBase(ecosystem);
  return base === NO_ECOSYSTEM ? 'git' : (namesOf(ecosystem)?.component ?? base);
}

/** Undefined if OSV has no name for it. */
export const ecosystemOfComponent = (component: string): string | undefined =>
  namesOfComponent(component)?.ecosystem ?? OTHERS.find((name) => name === component);

/** Undefined if OSV has no name for it. */
export function ecosystemOfPurl(purl: { type: string; namespace: string }): string | undefined {
  const within = ['', purl.namespace.toLowerCase()];
  const found = ALL.find(({ type, namespace }) => type === purl.type && within.includes(namespace));
  return found?.ecosystem;
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
  const names = namesOfComponent(componentType);
  if (names !== undefined) return { type: names.type, distribution: names.namespace };
  // Other types came from package URLs.
  const isPurlType = /^[a-z][a-z0-9.+-]*$/.test(componentType) && componentType !== 'git';
  return { type: isPurlType ? componentType : 'generic', distribution: '' };
}
