/** The detections that an OSV record has of a package. */
import type { Place } from '#lib/advisory-formats/artifacts.ts';
import { NO_ECOSYSTEM } from '#lib/advisory-formats/ecosystems.ts';
import { rangeToText } from '#lib/advisory-formats/ranges.ts';
import { compareVersions } from '#lib/advisory-formats/versions/compare.ts';
import type { ImportedEvent } from '#lib/import/advisories/types.ts';
import { beyondText, limitsOf } from './osv-ranges.ts';
import type { OsvAffected } from './osv-schema.ts';

export const AUTHOR = 'osv';

/** One for each range, and one for individually listed versions; or one for no version. */
export function detectionsOf(
  place: Place,
  { package: of, ranges, versions }: OsvAffected,
): Pick<ImportedEvent, 'data' | 'origin'>[] {
  const ecosystem = of?.ecosystem ?? NO_ECOSYSTEM;
  const detection = (componentVersion: string, repo?: string) => {
    const { componentName, componentType, componentLocation } = place;
    const scan = { scanner: AUTHOR, subpackage: '', component: componentName, componentVersion };
    const where = { componentType, componentLocation: repo ?? componentLocation };
    return { data: { scan: { ...scan, ...where } } };
  };
  const found = (ranges ?? []).map((range) => {
    const { type, repo } = range;
    const events = limitsOf(range, ecosystem);
    const original = beyondText(range, events, ecosystem);
    return {
      ...detection(rangeToText({ type, events, versions: [] }), repo),
      ...(original && { origin: { range: original } }),
    };
  });
  if (found.length > 0 && !versions?.length) return found;
  const sorted = (versions ?? []).toSorted((a, b) => compareVersions(ecosystem, a, b));
  const listed = rangeToText({ type: 'ECOSYSTEM', events: [], versions: sorted });
  return [...found, detection(listed)];
}
