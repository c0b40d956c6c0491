/**
 * Stored advisories as statements of one OpenVEX document: what the newest
 * event of each says of its artifact.
 *
 * @see https://github.com/openvex/spec
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { formatPurl, purlTypeOf } from '#lib/advisory-formats/purl.ts';
import { EVENT_STATUS } from '#lib/resources/advisory.ts';

type Advisory = RowOf<'Advisory'>;

/** All of the document but its statements. */
export function vexHeader(url: string, id: string, time: Date): JsonObject {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `${url}/openvex/${id}`,
    author: `Grove at ${url}`,
    timestamp: time.toISOString(),
    version: 1,
    tooling: 'Grove',
  };
}

export function statementOf(row: Advisory): JsonObject {
  const last = (row.events as JsonObject[]).at(-1);
  const kind = (Object.keys(EVENT_STATUS) as Kind[]).find((name) => last?.[name] !== undefined);
  const data = kind === undefined ? undefined : last?.[kind];
  return {
    vulnerability: vulnerabilityOf(row),
    timestamp: String(last?.['createTime'] ?? row.createTime.toISOString()),
    products: [productOf(row)],
    ...verdictOf(kind ?? 'detection', isJsonObject(data) ? data : {}),
  };
}

type Kind = keyof typeof EVENT_STATUS;

/** Scanners look for the public id; the native one is an alias of it. */
function vulnerabilityOf({ advisoryId, aliases, summary }: Advisory): JsonObject {
  const ids = [advisoryId, ...(aliases as string[])];
  const name = advisoryId.startsWith('CGA-') ? (ids[1] ?? advisoryId) : advisoryId;
  const others = ids.filter((id) => id !== name);
  return {
    name,
    ...(summary !== '' && { description: summary }),
    ...(others.length > 0 && { aliases: others }),
  };
}

function productOf(row: Advisory): JsonObject {
  const id = artifactPurl(row);
  const { componentName, artifactName } = row;
  if (componentName === '' || componentName === artifactName) return { '@id': id };
  return { '@id': id, subcomponents: [{ '@id': componentPurl(row) }] };
}

function artifactPurl(row: Advisory): string {
  const { artifactName: name, artifactType, artifactArchitecture: arch, fixedVersion } = row;
  if (artifactType === 'apk') {
    return formatPurl({
      type: 'apk',
      name: `${distributionOf(row)}/${name}`,
      version: fixedVersion,
      qualifiers: { arch },
    });
  }
  if (artifactType === 'image') {
    const short = (name.split('/').at(-1) ?? name).toLowerCase();
    const qualifiers = { arch, repository_url: name, tag: fixedVersion };
    return formatPurl({ type: 'oci', name: short, version: '', qualifiers });
  }
  const type = purlTypeOf(row.componentName === name ? row.componentType : '');
  return formatPurl({ type, name, version: fixedVersion, qualifiers: { arch } });
}

function componentPurl(row: Advisory): string {
  const type = purlTypeOf(row.componentType);
  const name = type === 'apk' ? `${distributionOf(row)}/${row.componentName}` : row.componentName;
  const qualifiers = { file_name: row.componentLocation };
  return formatPurl({ type, name, version: '', qualifiers });
}

const distributionOf = ({ advisoryId }: Advisory) =>
  advisoryId.startsWith('CGA-') ? 'chainguard' : 'alpine';

const JUSTIFICATIONS: Readonly<Record<string, string>> = {
  COMPONENT_VULNERABILITY_MISMATCH: 'component_not_present',
  VULNERABLE_CODE_VERSION_NOT_USED: 'vulnerable_code_not_present',
  VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE: 'vulnerable_code_not_present',
  VULNERABLE_CODE_NOT_IN_EXECUTION_PATH: 'vulnerable_code_not_in_execute_path',
  VULNERABLE_CODE_CANNOT_BE_CONTROLLED_BY_ADVERSARY:
    'vulnerable_code_cannot_be_controlled_by_adversary',
  INLINE_MITIGATIONS_EXIST: 'inline_mitigations_already_exist',
};

/** What to do where nobody wrote it down; the format wants something. */
const ACTIONS: Partial<Record<Kind, string>> = {
  truePositiveDetermination: 'There is no fixed version yet.',
  fixNotPlanned: 'No fix is planned.',
  pendingUpstreamFix: 'A fix is awaited from upstream.',
};

function verdictOf(kind: Kind, data: JsonObject): JsonObject {
  const note = typeof data['note'] === 'string' ? data['note'] : '';
  const notes: JsonObject = note === '' ? {} : { status_notes: note };
  switch (kind) {
    case 'fixed':
      return { status: 'fixed', ...notes };
    case 'falsePositiveDetermination': {
      const justification = JUSTIFICATIONS[String(data['type'])];
      if (justification !== undefined) {
        const impact: JsonObject = note === '' ? {} : { impact_statement: note };
        return { status: 'not_affected', justification, ...impact };
      }
      const impact = note || 'The record of the vulnerability is contested.';
      return { status: 'not_affected', impact_statement: impact };
    }
    case 'detection':
    case 'analysisNotPlanned':
      return { status: 'under_investigation', ...notes };
    default:
      return { status: 'affected', action_statement: note || (ACTIONS[kind] ?? '') };
  }
}
