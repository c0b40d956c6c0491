/**
 * Package URLs, as far as Grove reads and writes them.
 *
 * @see https://github.com/package-url/purl-spec
 */
export interface Purl {
  type: string;
  /** The namespace and the name, with slashes between. */
  name: string;
  version: string;
  qualifiers: Readonly<Record<string, string>>;
}

const PURL = /^pkg:\/*([A-Za-z0-9.+-]+)\/([^?#@]+)(?:@([^?#]*))?(?:\?([^#]*))?(?:#.*)?$/;

/** Null for what is not a package URL. */
export function parsePurl(text: string): Purl | null {
  const [, type, path, version = '', query = ''] = PURL.exec(text) ?? [];
  if (type === undefined || path === undefined) return null;
  try {
    const name = path.replace(/\/+$/, '').split('/').map(decodeURIComponent).join('/');
    const qualifiers = Object.fromEntries(new URLSearchParams(query));
    return { type: type.toLowerCase(), name, version: decodeURIComponent(version), qualifiers };
  } catch {
    return null;
  }
}

const encode = (part: string) => encodeURIComponent(part).replaceAll('%3A', ':');

export function formatPurl({ type, name, version, qualifiers }: Purl): string {
  const path = name.split('/').map(encode).join('/');
  const query = Object.entries(qualifiers)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${encode(value)}`)
    .join('&');
  return `pkg:${type}/${path}${version && `@${encode(version)}`}${query && `?${query}`}`;
}

/** What scanners call a component, by the type of its package URL. */
const COMPONENT_TYPES: Readonly<Record<string, string>> = {
  golang: 'go-module',
  npm: 'npm',
  pypi: 'python',
  maven: 'java-archive',
  gem: 'gem',
  cargo: 'rust-crate',
  nuget: 'dotnet',
  composer: 'php-composer',
  pub: 'dart-pub',
  hex: 'hex',
  hackage: 'hackage',
  apk: 'apk',
};

const PURL_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(COMPONENT_TYPES).map(([purl, component]) => [component, purl]),
);

export const componentTypeOfPurl = (type: string): string => COMPONENT_TYPES[type] ?? type;
export const purlTypeOf = (componentType: string): string => PURL_TYPES[componentType] ?? 'generic';
