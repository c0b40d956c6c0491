/** Facts that other formats have no field for. An import of Grove's own export reads them back. */
import { placeIn } from '#lib/advisory-formats/artifacts.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';

export function ownWords(row: Advisory): JsonObject {
  return {
    ...placeIn(row),
    author: row.author,
    severity: SEVERITIES[row.severity] ?? SEVERITIES[0],
    fixedVersion: row.fixedVersion,
    createTime: row.createTime.toISOString(),
    events: row.events,
    ...(row.origin && { origin: row.origin }),
  };
}
