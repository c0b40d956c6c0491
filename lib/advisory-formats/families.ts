/**
 * Distinguishes packages with the same name: the type of their package URLs, and for packages of a
 * distribution its namespace and release. `npm`, `deb/debian`, `deb/debian?distro=bookworm`.
 */
import { ecosystemBase, namesOf } from './ecosystems.ts';
import { isDistributed, type Purl } from './purl.ts';

export const IMAGE_FAMILY = 'oci';

/** The family of a product whose name is not a package URL. */
export const NAME_FAMILY = 'name';

/** For an ecosystem of OSV that has no type of package URLs. */
const ECOSYSTEM = 'osv:';

/** The family of a package URL, with the release if the URL names it. */
export function familyOfPurl({ type, namespace, qualifiers }: Purl): string {
  if (!isDistributed(type)) return type;
  const distribution = namespace.toLowerCase();
  const release = qualifiers['distro'] ?? '';
  const base = distribution === '' ? type : `${type}/${distribution}`;
  // Some tools repeat the name of the distribution where it has no releases.
  return release === '' || release === distribution ? base : `${base}?distro=${release}`;
}

/** The family of an OSV ecosystem, without the release, which is the location of the component. */
export function familyOfEcosystem(ecosystem: string): string {
  const names = namesOf(ecosystem);
  if (names === undefined) return `${ECOSYSTEM}${ecosystemBase(ecosystem)}`;
  return names.namespace === '' ? names.type : `${names.type}/${names.namespace}`;
}

/** Where one of the families is not known, they may be the same. */
export const isSamePackage = (a: string, b: string): boolean => a === '' || b === '' || a === b;

/** Null if the family is not one of package URLs. */
export function purlTypeOfFamily(family: string) {
  const [, type, namespace = '', distro = ''] =
    /^([a-z][a-z0-9.+-]*)(?:\/([^?]*))?(?:\?distro=(.*))?$/s.exec(family) ?? [];
  if (type === undefined || type === NAME_FAMILY || type === IMAGE_FAMILY) return null;
  return { type, namespace, distro };
}
