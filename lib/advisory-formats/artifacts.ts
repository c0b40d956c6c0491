/**
 * Converts between the package URLs of an artifact and its component and the fields that Grove
 * stores.
 */
import { z } from 'zod';
import { componentTypeOfPurl, purlTypeOf } from './ecosystems.ts';
import {
  familyOfPurl,
  IMAGE_FAMILY,
  isSamePackage,
  NAME_FAMILY,
  purlTypeOfFamily,
} from './families.ts';
import {
  formatPurl,
  imageNameOf,
  isDistributed,
  packageNameOf,
  parsePurl,
  purlOfName,
  type Purl,
} from './purl.ts';
import { artifactNameKey, isSelf } from './package-names.ts';
import { text } from './text.ts';

/** What an advisory is about. All but `componentType` identifies it, besides its id and group. */
export const placeFields = z.object({
  artifactName: text(),
  artifactType: z.enum(['apk', 'image', 'library']),
  artifactArchitecture: z.string(),
  /** Distinguishes packages with the same name; see {@link familyOfPurl}. Empty if not known. */
  artifactFamily: z.string(),
  componentName: z.string(),
  componentType: z.string(),
  componentLocation: z.string(),
});

export type Place = z.infer<typeof placeFields>;

const FIELDS = Object.keys(placeFields.shape) as (keyof Place)[];

/** The members of a place alone, of a row or plan that has more. */
export const placeIn = (of: Place): Place =>
  Object.fromEntries(FIELDS.map((field) => [field, of[field]])) as Place;

/** The product of a statement, and its subcomponent if the statement names one. */
export interface Reference {
  product: string;
  subcomponent?: string | undefined;
}

/**
 * The place of a product and its subcomponent, each a package URL or another name.
 *
 * @returns with it the version of the product; empty if not known.
 */
export function placeOf({ product, subcomponent }: Reference): { place: Place; version: string } {
  const purl = parsePurl(product);
  const { version, ...artifact } = purl === null ? plain(product) : artifactOf(purl);
  const component = subcomponent === undefined ? selfOf(artifact, purl) : componentOf(subcomponent);
  return { place: { ...artifact, ...component }, version };
}

const plain = (name: string) => ({
  artifactName: name,
  artifactType: 'library' as const,
  artifactArchitecture: '',
  artifactFamily: NAME_FAMILY,
  version: '',
});

function artifactOf(purl: Purl) {
  const { type, version, qualifiers } = purl;
  const artifactName = packageNameOf(purl);
  const artifactArchitecture = qualifiers['arch'] ?? '';
  if (type === 'oci' || type === 'docker') {
    return {
      artifactName: imageNameOf(purl),
      artifactType: 'image' as const,
      artifactArchitecture,
      artifactFamily: IMAGE_FAMILY,
      version: qualifiers['tag'] ?? version,
    };
  }
  const artifactType = type === 'apk' ? ('apk' as const) : ('library' as const);
  const artifactFamily = familyOfPurl(purl);
  return { artifactName, artifactType, artifactArchitecture, artifactFamily, version };
}

/**
 * True if the reference is to every version of its product, and not to one or to a part of it.
 *
 * @param held qualifiers that are also held by fields of the place, as the file of a component is.
 */
export function isOfEveryVersion(product: string, held: readonly string[] = []): boolean {
  const purl = parsePurl(product);
  if (purl === null) return true;
  const ofPlace = [...PLACE_QUALIFIERS, ...held];
  const named = Object.keys(purl.qualifiers).filter((name) => !ofPlace.includes(name));
  return purl.version === '' && purl.subpath === '' && named.length === 0;
}

/** The qualifiers of package URLs that fields of a place hold. */
export const PLACE_QUALIFIERS = ['arch', 'distro', 'repository_url'];

const NO_COMPONENT = { componentName: '', componentType: '', componentLocation: '' };

/** A library is also its own component. */
function selfOf(artifact: Pick<Place, 'artifactName' | 'artifactType'>, purl: Purl | null) {
  if (purl === null || artifact.artifactType !== 'library' || purl.type === 'generic') {
    return NO_COMPONENT;
  }
  const componentType = componentTypeOfPurl(purl);
  return { componentName: artifact.artifactName, componentType, componentLocation: '' };
}

function componentOf(reference: string) {
  const purl = parsePurl(reference);
  if (purl === null) return { ...NO_COMPONENT, componentName: reference };
  return {
    componentName: packageNameOf(purl),
    componentType: componentTypeOfPurl(purl),
    componentLocation: purl.qualifiers['file_name'] ?? '',
  };
}

export interface ReferenceHints {
  purl: Purl | null;
  /** The namespace of distributed packages if the hint has none. */
  distribution: string;
  /** The artifact's; may be empty. */
  version: string;
}

/** The reference to a place. A purl may not say all of it: see {@link fieldsNotIn}. */
export function referenceTo(place: Place, hints: ReferenceHints): Reference {
  const subcomponent = componentPurl(place, hints.distribution);
  const purl = artifactPurl(place, hints);
  const product =
    formatPurl(purl) ??
    formatPurl({ ...purlOfName('generic', place.artifactName, ''), version: hints.version }) ??
    place.artifactName;
  return { product, subcomponent };
}

/** The fields of the place that {@link placeOf} cannot derive from the reference. */
export function fieldsNotIn(reference: Reference, place: Place): Partial<Place> {
  const found = placeOf(reference).place;
  const fields = FIELDS.filter((field) => found[field] !== place[field]);
  return Object.fromEntries(fields.map((field) => [field, place[field]]));
}

function artifactPurl(place: Place, { purl: hint, distribution, version }: ReferenceHints): Purl {
  const { artifactName: name, artifactType, artifactArchitecture: arch } = place;
  const qualifiers: Record<string, string> = arch === '' ? {} : { arch };
  if (hint !== null && isOf(artifactOf(hint), place)) {
    return withVersion({ ...hint, qualifiers: { ...hint.qualifiers, ...qualifiers } }, version);
  }
  if (artifactType === 'image') {
    const short = (name.split('/').at(-1) ?? name).toLowerCase();
    const tagged = { ...qualifiers, repository_url: name };
    return withVersion({ ...purlOfName('oci', short, ''), qualifiers: tagged }, version);
  }
  const family = purlTypeOfFamily(place.artifactFamily);
  if (family !== null) {
    const { type, namespace: of, distro } = family;
    const purl = purlOfName(type, name, of);
    return { ...purl, version, qualifiers: { ...qualifiers, ...(distro !== '' && { distro }) } };
  }
  const isOwn = isSelf(place);
  const known = artifactType === 'apk' ? 'apk' : isOwn ? purlTypeOf(place.componentType).type : '';
  const namespace = (isOwn && purlTypeOf(place.componentType).distribution) || distribution;
  return { ...purlOfName(known || 'generic', name, namespace), version, qualifiers };
}

const isOf = (artifact: Parameters<typeof artifactNameKey>[0], place: Place) =>
  artifactNameKey(artifact) === artifactNameKey(place) &&
  isSamePackage(artifact.artifactFamily, place.artifactFamily);

/** The version of an image is its digest, so a tag is a qualifier. */
function withVersion(purl: Purl, version: string): Purl {
  if (purl.type !== 'oci') return { ...purl, version };
  const { tag: _, ...others } = purl.qualifiers;
  if (version.startsWith('sha256:')) return { ...purl, version, qualifiers: others };
  const qualifiers = version === '' ? others : { ...others, tag: version };
  return { ...purl, version: '', qualifiers };
}

/** Undefined if the component is the artifact, or is not known. */
function componentPurl(place: Place, distribution: string): string | undefined {
  const { componentName: name, componentType, componentLocation } = place;
  if (name === '' || (isSelf(place) && componentLocation === '')) return undefined;
  const { type, distribution: own } = purlTypeOf(componentType);
  const namespace = own || (isDistributed(type) ? distribution : '');
  const qualifiers: Record<string, string> =
    componentLocation === '' ? {} : { file_name: componentLocation };
  const purl = { ...purlOfName(type, name, namespace), qualifiers };
  return formatPurl(purl) ?? formatPurl({ ...purlOfName('generic', name, ''), qualifiers }) ?? name;
}
