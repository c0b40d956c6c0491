/**
 * OpenVEX documents: statements on whether products have vulnerabilities. The
 * statements on one vulnerability of one product are one advisory's timeline.
 *
 * @see https://github.com/openvex/spec
 */
import { isJsonObject } from '#lib/aip/json.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { FieldViolation } from '#lib/aip/errors.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { checked, isNativeId, isRecordError } from './fields.ts';
import { JUSTIFICATIONS, vexDocument, vexStatement } from './openvex-schema.ts';
import type { Product, Statement } from './openvex-schema.ts';
import { componentTypeOfPurl, parsePurl } from '#lib/advisory-formats/purl.ts';
import type { ImportedAdvisory, ImportedEvent } from './types.ts';

/** True for what means to be OpenVEX. */
export function isOpenVex(record: JsonObject): boolean {
  return typeof record['@context'] === 'string' && record['@context'].includes('openvex');
}

export interface VexProblem {
  violations: FieldViolation[];
  reason: string;
}

/** @throws RecordError for what is no OpenVEX document. */
export function advisoriesOfVex(record: JsonObject): {
  advisories: ImportedAdvisory[];
  problems: VexProblem[];
} {
  const vex = checked(vexDocument, record);
  const found = new Map<string, ImportedAdvisory>();
  const problems: VexProblem[] = [];
  for (const [index, content] of vex.statements.entries()) {
    try {
      const one = checked(vexStatement, isJsonObject(content) ? content : {});
      for (const of of one.products) {
        add(found, advisoryOf(one, of, { author: vex.author ?? '', time: vex.timestamp }));
      }
    } catch (error) {
      if (!isRecordError(error)) throw error;
      const violations = error.violations.map(({ field, description }) => ({
        field: `statements.${index}.${field}`,
        description,
      }));
      problems.push({ violations, reason: error.message });
    }
  }
  return { advisories: [...found.values()].map(settled), problems };
}

function add(found: Map<string, ImportedAdvisory>, advisory: ImportedAdvisory): void {
  const { advisoryId: id, artifactName, artifactType, artifactArchitecture } = advisory;
  const of = [id, artifactName, artifactType, artifactArchitecture];
  const key = JSON.stringify([...of, advisory.componentName, advisory.componentLocation]);
  const known = found.get(key);
  if (known === undefined) found.set(key, advisory);
  else {
    known.events.push(...advisory.events);
    known.aliases = [...new Set([...known.aliases, ...advisory.aliases])];
  }
}

function settled(advisory: ImportedAdvisory): ImportedAdvisory {
  const events = inOrder(advisory.events);
  return { ...advisory, events, fixedVersion: fixedVersionOf(events) };
}

interface Context {
  author: string;
  time: string | undefined;
}

function advisoryOf(one: Statement, of: Product, { author, time: at }: Context): ImportedAdvisory {
  const { name: id, aliases: others = [], description } = one.vulnerability;
  const names = [...new Set([id, ...others])];
  const advisoryIdentifier = names.find(isNativeId) ?? id;
  const artifact = artifactOf(of);
  const part = of.subcomponents?.[0];
  const component = part === undefined ? NO_COMPONENT : componentOf(part);
  const event = eventOf(one, artifact.version, component.componentName);
  return {
    advisoryId: advisoryIdentifier,
    aliases: names.filter((alias) => alias !== advisoryIdentifier),
    artifactName: artifact.name,
    artifactType: artifact.type,
    artifactArchitecture: artifact.architecture,
    ...component,
    ...(description !== undefined && { summary: description.slice(0, 1024) }),
    author,
    fixedVersion: '',
    events: [{ ...event, createTime: one.timestamp ?? at, author }],
  };
}

type Reference = {
  '@id'?: string | undefined;
  identifiers?: { purl?: string | undefined } | undefined;
};

const purlOf = ({ '@id': id, identifiers: of }: Reference) => parsePurl(of?.purl ?? id ?? '');

function artifactOf(of: Product) {
  const purl = purlOf(of);
  if (purl === null) {
    return {
      name: of['@id'] ?? 'unnamed',
      type: 'library' as const,
      architecture: '',
      version: '',
    };
  }
  const { type, name: path, version, qualifiers } = purl;
  const architecture = qualifiers['arch'] ?? '';
  // The namespace of an apk is the distribution.
  if (type === 'apk') {
    return { name: path.split('/').at(-1) ?? path, type: 'apk' as const, architecture, version };
  }
  if (type === 'oci' || type === 'docker') {
    const repository = qualifiers['repository_url'];
    const tag = qualifiers['tag'] ?? version;
    return { name: repository ?? path, type: 'image' as const, architecture, version: tag };
  }
  return { name: path, type: 'library' as const, architecture, version };
}

const NO_COMPONENT = { componentName: '', componentType: '', componentLocation: '' };

function componentOf(part: Reference) {
  const purl = purlOf(part);
  if (purl === null) return { ...NO_COMPONENT, componentName: part['@id'] ?? '' };
  const componentType = componentTypeOfPurl(purl.type);
  const path = componentType === 'apk' ? (purl.name.split('/').at(-1) ?? '') : purl.name;
  const componentLocation = purl.qualifiers['file_name'] ?? '';
  return { componentName: path, componentType, componentLocation };
}

function eventOf(
  one: Statement,
  version: string,
  of: string,
): Pick<ImportedEvent, 'kind' | 'data'> {
  const note = one.impact_statement ?? one.action_statement ?? one.status_notes ?? '';
  switch (one.status) {
    case 'fixed':
      return { kind: 'fixed', data: { fixedVersion: version, note } };
    case 'affected':
      return { kind: 'truePositiveDetermination', data: { note } };
    case 'not_affected': {
      const type =
        one.justification === undefined
          ? 'VULNERABILITY_RECORD_ANALYSIS_CONTESTED'
          : JUSTIFICATIONS[one.justification];
      return { kind: 'falsePositiveDetermination', data: { type, note } };
    }
    case 'under_investigation':
      return { kind: 'detection', data: detectionOf(one, version, of) };
  }
}

function detectionOf({ products }: Statement, version: string, component: string): JsonObject {
  if (version === '' && products.length <= 1 && component === '') return { manual: {} };
  const scan = { scanner: '', subpackage: '', component, componentVersion: version };
  return { scan: { ...scan, componentType: '', componentLocation: '' } };
}
