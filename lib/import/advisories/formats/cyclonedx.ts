/**
 * The vulnerabilities of a CycloneDX document, with what their analysis says of its components.
 *
 * @see https://cyclonedx.org/capabilities/vex/
 */
import { invalidField } from '#lib/aip/errors.ts';
import { formatPurl, parsePurl, purlOfName } from '#lib/advisory-formats/purl.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import {
  identifiedBy,
  objectIn,
  objectsIn,
  reasonOf,
  textIn,
  type ForeignVex,
} from './foreign-vex.ts';

export const isCycloneDx = (record: JsonObject): boolean => record['bomFormat'] === 'CycloneDX';

const STATUS: Readonly<Record<string, string>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
};

const JUSTIFICATION: Readonly<Record<string, string>> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  requires_configuration: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_dependency: 'vulnerable_code_cannot_be_controlled_by_adversary',
  requires_environment: 'vulnerable_code_cannot_be_controlled_by_adversary',
  protected_by_compiler: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
};

/** The status of a version in `affects`, where it is not that of the analysis. */
const OF_VERSION: Readonly<Record<string, string>> = {
  unaffected: 'not_affected',
  unknown: 'under_investigation',
};

/** @throws ApiError if there is no vulnerability in it. */
export function cycloneDxVex(record: JsonObject): ForeignVex {
  const vulnerabilities = objectsIn(record['vulnerabilities']);
  if (vulnerabilities.length === 0) {
    const description = 'is a CycloneDX bill of materials without vulnerabilities';
    throw invalidField('vulnerabilities', description);
  }
  const metadata = objectIn(record['metadata']);
  const components = new Map<string, JsonObject>();
  collect([objectIn(metadata['component']), ...objectsIn(record['components'])], components);
  const [author] = objectsIn(metadata['authors']);
  const maker = author ?? objectIn(metadata['supplier']);
  return {
    author: textIn(maker['name']) ?? '',
    timestamp: textIn(metadata['timestamp']),
    statements: vulnerabilities.flatMap((one) => statementsOf(one, components)),
  };
}

function collect(found: readonly JsonObject[], into: Map<string, JsonObject>): void {
  for (const component of found) {
    const ref = textIn(component['bom-ref']);
    if (ref !== undefined) into.set(ref, component);
    collect(objectsIn(component['components']), into);
  }
}

function statementsOf(of: JsonObject, components: ReadonlyMap<string, JsonObject>): JsonObject[] {
  const analysis = objectIn(of['analysis']);
  const status = STATUS[textIn(analysis['state']) ?? ''] ?? 'under_investigation';
  const justification = JUSTIFICATION[textIn(analysis['justification']) ?? ''];
  const time = textIn(analysis['lastUpdated']) ?? textIn(of['updated']) ?? textIn(of['published']);
  const description = textIn(of['description']);
  const vulnerability = {
    name: textIn(of['id']) ?? '',
    aliases: objectsIn(of['references']).flatMap(({ id }) => textIn(id) ?? []),
    ...(description !== undefined && { description }),
  };
  const verdictOf = (version: JsonObject): JsonObject => {
    const own = OF_VERSION[textIn(version['status']) ?? ''];
    if (own !== undefined && own !== status) return { status: own };
    const reason = reasonOf(status, textIn(analysis['detail']));
    const isNot = status === 'not_affected' && justification !== undefined;
    return { status, ...reason, ...(isNot && { justification }) };
  };
  return objectsIn(of['affects']).flatMap((affects) => {
    const ref = textIn(affects['ref']) ?? '';
    const versions = objectsIn(affects['versions']);
    return (versions.length === 0 ? [{}] : versions).map((version: JsonObject) => ({
      vulnerability,
      products: [productOf(ref, components.get(ref), version)],
      ...(time !== undefined && { timestamp: time }),
      ...verdictOf(version),
    }));
  });
}

/** A range of versions is the qualifier that package URLs have for it. */
function productOf(ref: string, component: JsonObject | undefined, of: JsonObject): JsonObject {
  const [version, range] = [textIn(of['version']), textIn(of['range'])];
  const given = parsePurl(textIn(component?.['purl']) ?? ref) ?? purlIn(component);
  const hashes = objectsIn(component?.['hashes']).map(({ alg, content }) => [
    textIn(alg)?.toLowerCase(),
    content,
  ]);
  if (given === null) {
    const suffix = version ?? range;
    return { '@id': suffix === undefined ? ref : `${ref}@${suffix}` };
  }
  const purl = {
    ...given,
    ...(version !== undefined && { version }),
    ...(range !== undefined && { version: '', qualifiers: { ...given.qualifiers, vers: range } }),
  };
  return {
    '@id': formatPurl(purl) ?? ref,
    ...(version === undefined &&
      range === undefined &&
      identifiedBy(undefined, component?.['cpe'], hashes)),
  };
}

function purlIn(component: JsonObject | undefined) {
  const name = textIn(component?.['name']);
  if (name === undefined) return null;
  const group = textIn(component?.['group']);
  const purl = purlOfName('generic', group === undefined ? name : `${group}/${name}`, '');
  return { ...purl, version: textIn(component?.['version']) ?? '' };
}
