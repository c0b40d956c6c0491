import type { AdvisoryJson } from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';
import { STATUSES } from './advisory-statuses.ts';
import { defineResource, TIME_ORDERS } from './define.ts';
import type { RowOf } from './rows.ts';

/** Severities by their rank in the table, which sorts them by weight. */
export const SEVERITIES = ['SEVERITY_UNSPECIFIED', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

const ARTIFACT_TYPES = ['apk', 'image', 'library'];

function values(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

export const advisory = defineResource<AdvisoryJson, RowOf<'Advisory'>>({
  type: 'Advisory',
  orders: {
    ...TIME_ORDERS,
    advisory_id: 'advisoryId',
    artifact_name: 'artifactNameOrder',
    severity: 'severity',
    status: 'status',
  },
  filters: {
    advisory_ids: { kind: 'oneOf', column: 'advisoryId' },
    aliases: { kind: 'alias' },
    artifact_names: { kind: 'oneOf', column: 'artifactName' },
    artifact_types: { kind: 'oneOf', column: 'artifactType', values: values(ARTIFACT_TYPES) },
    component_names: { kind: 'oneOf', column: 'componentName' },
    component_types: { kind: 'oneOf', column: 'componentType' },
    severities: {
      kind: 'oneOf',
      column: 'severity',
      values: Object.fromEntries(SEVERITIES.map((name, rank) => [name, rank])),
    },
    statuses: { kind: 'oneOf', column: 'status', values: values(STATUSES) },
    created_since: { kind: 'since', column: 'createTime' },
    created_until: { kind: 'until', column: 'createTime' },
    query: {
      kind: 'search',
      columns: ['artifactName', 'componentName', 'advisoryId', 'summary'],
      aliases: true,
    },
  },
  fieldsOf: (row) => ({
    advisoryId: row.advisoryId,
    aliases: row.aliases,
    artifactName: row.artifactName,
    artifactType: row.artifactType,
    artifactArchitecture: row.artifactArchitecture,
    componentName: row.componentName,
    componentType: row.componentType,
    componentLocation: row.componentLocation,
    summary: row.summary,
    author: row.author,
    severity: SEVERITIES[row.severity] ?? SEVERITIES[0],
    severities: row.severities,
    status: row.status,
    fixedVersion: row.fixedVersion,
    events: row.events,
  }),
});
