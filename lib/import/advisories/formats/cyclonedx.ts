/**
 * The vulnerabilities of a CycloneDX document, with what their analysis says of its components.
 *
 * @see https://cyclonedx.org/capabilities/vex/
 */
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { parseTime } from '#lib/aip/rfc3339.ts';
import { WITHDRAWN_NOTE } from '#lib/advisory-formats/current.ts';
import { componentsOf, productOf, type Named } from './cyclonedx-components.ts';
import {
  objectIn,
  objectsIn,
  reasonsOf,
  textIn,
  textsIn,
  type ForeignStatement,
  type ForeignVex,
  type WarningOfRecord,
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

/** The status of a version in `affects`. Where it has none, it is that of the analysis. */
const OF_VERSION: Readonly<Record<string, string>> = {
  affected: 'affected',
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
  const [author] = objectsIn(metadata['authors']);
  const maker = author ?? objectIn(metadata['supplier']);
  const timestamp = textIn(metadata['timestamp']);
  const context = { componentOf: componentsOf(record), timestamp, warnings: [] };
  return {
    author: textIn(maker['name']) ?? '',
    timestamp,
    statements: vulnerabilities.flatMap((one) => statementsOf(one, context)),
    warnings: context.warnings,
  };
}

interface Context {
  componentOf: (ref: string) => Named;
  timestamp: string | undefined;
  /** To which those about the statements are added. */
  warnings: WarningOfRecord[];
}

function statementsOf(of: JsonObject, context: Context): ForeignStatement[] {
  const time = timeOf(of, context.timestamp);
  const description = textIn(of['description']);
  const vulnerability = {
    name: textIn(of['id']) ?? '',
    aliases: objectsIn(of['references']).flatMap(({ id }) => textIn(id) ?? []),
    ...(description !== undefined && { description }),
  };
  const verdictOf = verdictsOf(of);
  const answers = textsIn(objectIn(of['analysis'])['response']);
  const warn = (warning: string) =>
    context.warnings.push({ record: vulnerability.name, field: 'affects', warning });
  const affected = objectsIn(of['affects']);
  if (affected.length === 0) warn('names no component, so nothing is imported of it');
  return affected.flatMap((affects) => {
    const named = context.componentOf(textIn(affects['ref']) ?? '');
    if (!named.isKnown) warn(`names ${named.ref}, which is no component of the document`);
    const versions = objectsIn(affects['versions']);
    return (versions.length === 0 ? [{}] : versions).map((version: JsonObject) => ({
      says: {
        vulnerability,
        products: [productOf(named, version)],
        ...(time !== undefined && { timestamp: time }),
        ...verdictOf(version),
      },
      answers,
    }));
  });
}

/** A withdrawal holds for what was said before it was known. */
function timeOf(of: JsonObject, ofDocument: string | undefined): string | undefined {
  const stated =
    textIn(objectIn(of['analysis'])['lastUpdated']) ??
    textIn(of['updated']) ??
    textIn(of['published']);
  const rejected = textIn(of['rejected']);
  if (rejected === undefined) return stated;
  const known = [stated ?? ofDocument, rejected].filter((time) => time !== undefined);
  return known.toSorted((a, b) => parseTime(a) - parseTime(b)).at(-1);
}

/** What a vulnerability says of a version in `affects`. */
function verdictsOf(of: JsonObject): (version: JsonObject) => JsonObject {
  const analysis = objectIn(of['analysis']);
  const status = STATUS[textIn(analysis['state']) ?? ''] ?? 'under_investigation';
  const justification = JUSTIFICATION[textIn(analysis['justification']) ?? ''];
  const detail = textsOf(analysis['detail']);
  const action = actionsIn(of);
  if (of['rejected'] !== undefined) {
    const texts = { impact: [WITHDRAWN_NOTE], action, other: detail };
    return () => ({ status: 'not_affected', ...reasonsOf('not_affected', texts) });
  }
  return (version) => {
    const own = OF_VERSION[textIn(version['status']) ?? ''] ?? status;
    // The detail explains the state of the analysis. It may also be all that is said of what to do.
    const explains = own === status;
    const isAction = explains && action.length === 0;
    const texts = {
      impact: explains && own === 'not_affected' ? detail : [],
      action: isAction && own === 'affected' ? detail : action,
      other: explains && (own === 'not_affected' || (isAction && own === 'affected')) ? [] : detail,
    };
    const isNot = explains && own === 'not_affected' && justification !== undefined;
    return { status: own, ...reasonsOf(own, texts), ...(isNot && { justification }) };
  };
}

/** What to do about it, in the words of the document and then in its codes. */
function actionsIn(of: JsonObject): string[] {
  const codes = textsIn(objectIn(of['analysis'])['response']);
  const words = codes.map((code) => code.replaceAll('_', ' ')).join(', ');
  return [
    ...textsOf(of['recommendation']),
    ...textsOf(of['workaround']),
    ...(words === '' ? [] : [`Response: ${words}.`]),
  ];
}

const textsOf = (value: JsonValue | undefined): string[] => {
  const text = textIn(value);
  return text === undefined ? [] : [text];
};
