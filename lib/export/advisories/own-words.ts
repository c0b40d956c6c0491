/** Facts that other formats have no field for. An import of Grove's own export reads them back. */
import type { JsonObject } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';

type Advisory = RowOf<'Advisory'>;

export function ownWords(row: Advisory): JsonObject {
  return {
    artifactName: row.artifactName,
    artifactType: row.artifactType,
    artifactArchitecture: row.artifactArchitecture,
    artifactFamily: row.artifactFamily,
    componentName: row.componentName,
    componentType: row.componentType,
    componentLocation: row.componentLocation,
    author: row.author,
    severity: SEVERITIES[row.severity] ?? SEVERITIES[0],
    fixedVersion: row.fixedVersion,
    createTime: row.createTime.toISOString(),
    events: row.events as JsonObject[],
    ...(isJsonObject(row.origin) && { origin: row.origin }),
  };
}
