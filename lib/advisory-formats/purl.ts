/**
 * Package URLs.
 *
 * @see https://github.com/package-url/purl-spec
 */
import { PackageURL } from 'packageurl-js';

/** The parts of a package URL, as written. An absent part is an empty text. */
export interface Purl {
  type: string;
  namespace: string;
  name: string;
  version: string;
  qualifiers: Readonly<Record<string, string>>;
  subpath: string;
}

/** Segments without a text do not count. */
const segmentsOf = (namespace = ''): string => namespace.split('/').filter(Boolean).join('/');

/** Null for text that is not a package URL. Nothing else is normalized: names stay as written. */
export function parsePurl(text: string): Purl | null {
  if (!/^pkg:/i.test(text)) return null;
  try {
    const [type, namespace, name, version, query, subpath] = PackageURL.parseString(text);
    if (!type || !name) return null;
    return {
      type: type.toLowerCase(),
      namespace: segmentsOf(namespace),
      name,
      version: version ?? '',
      qualifiers: Object.fromEntries(new URLSearchParams(query ?? '')),
      subpath: subpath ?? '',
    };
  } catch {
    return null;
  }
}

/** The canonical form for the type. Null if the type does not allow these parts. */
export function formatPurl(purl: Purl): string | null {
  const { type, namespace, name, version, qualifiers, subpath } = purl;
  try {
    return new PackageURL(
      type,
      namespace || undefined,
      name,
      version || undefined,
      Object.keys(qualifiers).length > 0 ? { ...qualifiers } : undefined,
      subpath || undefined,
    ).toString();
  } catch {
    return null;
  }
}

/** For these types the namespace is the distribution, not a part of the package's name. */
const DISTRIBUTED = ['alpm', 'apk', 'deb', 'qpkg', 'rpm'];

export const isDistributed = (type: string): boolean => DISTRIBUTED.includes(type);

/** The name in the ecosystem's own form: `@scope/name`, `group:artifact`, `example.com/module`. */
export function packageNameOf({ type, namespace, name }: Purl): string {
  if (namespace === '' || isDistributed(type)) return name;
  return `${namespace}${type === 'maven' ? ':' : '/'}${name}`;
}

/**
 * The address of the repository, with its name. Both `repository_url=registry.example/shop` and
 * `repository_url=registry.example` are in use for the image `shop`.
 */
export function imageNameOf(purl: Purl): string {
  const name = packageNameOf(purl);
  // Begins only where slashes begin, so that it is linear in time.
  const address = purl.qualifiers['repository_url']?.replace(/(?<!\/)\/+$/, '') ?? '';
  if (address === '') return name;
  const isNamed = `/${address}`.toLowerCase().endsWith(`/${name.toLowerCase()}`);
  return isNamed ? address : `${address}/${name}`;
}

/** The inverse of {@link packageNameOf}. */
export function purlOfName(type: string, name: string, distribution: string): Purl {
  const at = type === 'maven' ? name.indexOf(':') : name.lastIndexOf('/');
  const isSplit = at > 0 && !isDistributed(type) && type !== 'generic';
  return {
    type,
    namespace: isSplit ? name.slice(0, at) : isDistributed(type) ? distribution : '',
    name: isSplit ? name.slice(at + 1) : name,
    version: '',
    qualifiers: {},
    subpath: '',
  };
}

/** The canonical form of a package URL. Other text stays as it is. */
export function canonicalPurl(text: string): string {
  const purl = parsePurl(text);
  return (purl && formatPurl(purl)) ?? text;
}
