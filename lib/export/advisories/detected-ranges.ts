/** The ranges of an artifact's versions in the detections of an advisory. */
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import { isOfEveryVersion } from '#lib/advisory-formats/artifacts.ts';
import { eventOf } from '#lib/advisory-formats/evaluate-range.ts';
import { isSelf } from '#lib/advisory-formats/package-names.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import { limitsIn, textToRange, type VersionRange } from '#lib/advisory-formats/ranges.ts';

export interface Detected {
  range: VersionRange;
  repo: string;
  original: JsonObject | undefined;
}

/**
 * The ranges in detections. A scan reports versions of a component, which say nothing about the
 * artifact's. Only ranges of the artifact itself count.
 */
export function detectedIn(row: Advisory): Detected[] {
  const { events: origins = {} } = originOf(row.origin);
  return row.events.flatMap(({ uid, detection }) => {
    const { product, range: original } = origins[String(uid)] ?? {};
    // A statement on one version gives no range.
    if (product !== undefined && !isOfEveryVersion(product)) return [];
    const scan = isJsonObject(detection) ? detection['scan'] : undefined;
    if (!isJsonObject(scan)) return [];
    const { component, componentVersion: text, componentLocation } = scan;
    const componentName = String(component ?? '');
    if (componentName !== '' && !isSelf({ ...row, componentName })) return [];
    const repo = String(componentLocation ?? '');
    const range = text === '' ? withoutVersion(scan) : textToRange(String(text ?? ''));
    if (range === null) return [];
    return [{ range: wholeRange(range, original), repo, original }];
  });
}

/** A scan finds the component itself. Former releases wrote so that an OSV record names no version. */
const withoutVersion = ({ scanner }: JsonObject): VersionRange => ({
  type: 'ECOSYSTEM',
  events: scanner === 'osv' ? [] : [{ introduced: '0' }],
  versions: [],
});

/** With the limits of the record where the text has only some. */
function wholeRange(range: VersionRange, original: JsonObject | undefined): VersionRange {
  const events = original?.['events'];
  if (range.type === 'GIT' || !Array.isArray(events)) return range;
  return {
    type: range.type,
    events: limitsIn(events.filter(isJsonObject)).map(eventOf),
    versions: [],
  };
}
