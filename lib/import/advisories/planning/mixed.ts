/**
 * Advisories that were stored before the distribution of a package was a part of them. One may hold
 * statements on packages of several distributions.
 */
import { placeOf } from '#lib/advisory-formats/artifacts.ts';
import { outcomeOf } from '#lib/advisory-formats/current.ts';
import { isSelf } from '#lib/advisory-formats/package-names.ts';
import { originOf } from '#lib/advisory-formats/origin.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';

/**
 * The advisories of the packages in the stored one, each with the family of its package. The first keeps
 * the uid. Null if no event names a package.
 */
export function takenApart(row: Advisory, newUid: () => string): Advisory[] | null {
  if (row.artifactFamily !== '') return null;
  const { events: origins = {}, ...origin } = originOf(row.origin);
  const familyOf = ({ uid }: JsonObject) => {
    const { product, subcomponent } = origins[String(uid)] ?? {};
    return product === undefined ? '' : placeOf({ product, subcomponent }).place.artifactFamily;
  };
  // One advisory may have thousands of events, and as many packages.
  const known = row.events.map(familyOf);
  const first = known.find((family) => family !== '');
  if (first === undefined) return null;
  // Nobody knows which of them a record was about, so its events stay in the first one.
  const apart = Map.groupBy(row.events, (_, at) => known[at] || first);
  if (apart.size === 1) return [{ ...row, artifactFamily: first }];
  return [...apart].map(([artifactFamily, events], index): Advisory => {
    const named = events.flatMap(({ uid }) => {
      const of = origins[String(uid)];
      return of === undefined ? [] : [[String(uid), of] as const];
    });
    const kept = { ...(index === 0 && origin), events: Object.fromEntries(named) } as JsonObject;
    const product = named.at(-1)?.[1].product ?? '';
    const isOwn = isSelf(row);
    return {
      ...row,
      ...(index > 0 && { uid: newUid(), revision: 1 }),
      artifactFamily,
      ...(isOwn && { componentType: placeOf({ product }).place.componentType }),
      events,
      origin: kept,
      ...outcomeOf({ events, origin: kept }),
    };
  });
}
