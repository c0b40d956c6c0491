/**
 * Which spellings name one package, as package URLs have it for each type. Advisories keep the spelling of
 * whoever wrote them.
 *
 * @see https://github.com/package-url/purl-spec/tree/main/types
 */
import { purlTypeOf } from './ecosystems.ts';

const lower = (name: string) => name.toLowerCase();

/**
 * NuGet keeps capitals and ignores them. Of the old names of npm that differ in case alone, two in one
 * vulnerability are more likely one that was written in two ways.
 */
const WITHOUT_CASE = [
  'alpm',
  'apk',
  'bitbucket',
  'bitnami',
  'composer',
  'deb',
  'github',
  'gitlab',
  'golang',
  'hex',
  'npm',
  'nuget',
  'oci',
  'qpkg',
];

/** By the type of package URLs. In other types each spelling is another package. */
const RULES: Readonly<Record<string, (name: string) => string>> = {
  // The index takes runs of these signs for one (PEP 503).
  pypi: (name) => lower(name).replace(/[-_.]+/g, '-'),
  pub: (name) => lower(name).replace(/[^a-z0-9]/g, '_'),
  ...Object.fromEntries(WITHOUT_CASE.map((type) => [type, lower])),
};

/** The same for all spellings of one package. @param type of its package URL. */
export const nameKey = (type: string, name: string): string => RULES[type]?.(name) ?? name;

const typeOf = (family: string): string => /^[^/?]*/.exec(family)?.[0] ?? '';

interface Named {
  artifactName: string;
  artifactFamily: string;
  artifactType: string;
}

/** The key of an artifact's name. Only packages of distributions come without a family, as apk. */
export const artifactNameKey = ({ artifactName, artifactFamily, artifactType }: Named): string =>
  nameKey(typeOf(artifactFamily) || artifactType, artifactName);

/** The key of a component's name. */
export const componentNameKey = (componentType: string, componentName: string): string =>
  nameKey(purlTypeOf(componentType).type, componentName);

interface Component {
  componentName: string;
  componentType: string;
}

/** One of the two may not say of which type its component is. */
export const isSameComponent = (a: Component, b: Component): boolean =>
  [a.componentType, b.componentType].some(
    (type) => componentNameKey(type, a.componentName) === componentNameKey(type, b.componentName),
  );

/** Whether the component is the artifact itself. */
export const isSelf = (place: Named & Component): boolean =>
  place.componentName === place.artifactName ||
  componentNameKey(place.componentType, place.componentName) === artifactNameKey(place);
