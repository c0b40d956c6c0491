/** The analysis of vulnerabilities in CycloneDX documents, which an export has as OpenVEX. */
import type { JsonObject } from '#lib/aip/json.ts';
import { canonicalPurl } from '#lib/advisory-formats/purl.ts';
import { objectIn, objectsIn, textIn } from '#lib/import/advisories/formats/foreign-vex.ts';
import type { Fact } from './fact.ts';

const STATUS: Readonly<Record<string, string>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
  unaffected: 'not_affected',
  unknown: 'under_investigation',
};

export function addBillOfMaterials(document: JsonObject, to: Fact[]): void {
  const metadata = objectIn(document['metadata']);
  const top = objectIn(metadata['component']);
  const components = [top, ...objectsIn(document['components'])].flatMap(withInner);
  const byRef = new Map(components.map((one) => [one['bom-ref'], one]));
  for (const of of objectsIn(document['vulnerabilities'])) {
    const { state, lastUpdated } = objectIn(of['analysis']);
    const said = STATUS[String(state)] ?? 'under_investigation';
    const ids = [of['id'], ...objectsIn(of['references']).map(({ id }) => id)];
    const id = ids.flatMap((one) => textIn(one) ?? []).sort()[0] ?? '';
    const time = String(lastUpdated ?? of['updated'] ?? of['published'] ?? metadata['timestamp']);
    for (const { ref, versions } of objectsIn(of['affects'])) {
      const all = objectsIn(versions);
      for (const version of all.length === 0 ? [{}] : all) {
        const status = STATUS[String(version['status'])] ?? said;
        const name = `${id} ${labelOf(String(ref), byRef.get(ref), version)} `;
        to.push({ kind: 'openvex', name, value: [status], time });
      }
    }
  }
}

const withInner = (one: JsonObject): JsonObject[] => [
  one,
  ...objectsIn(one['components']).flatMap(withInner),
];

function labelOf(ref: string, component: JsonObject | undefined, of: JsonObject): string {
  const [version, range] = [textIn(of['version']), textIn(of['range'])];
  const { group, name, version: own } = component ?? {};
  const inGroup = textIn(group) === undefined ? name : `${String(group)}/${String(name)}`;
  const named =
    component && `pkg:generic/${encodeURIComponent(String(inGroup))}@${String(own ?? '')}`;
  const given = textIn(component?.['purl']) ?? (ref.startsWith('pkg:') ? ref : named);
  if (given === undefined) return [ref, version ?? range].filter(Boolean).join('@');
  const [before = '', query] = given.split('?', 2);
  const bare = before.replace(/@[^@/]*$/, '');
  const qualifiers = [query, range && `vers=${encodeURIComponent(range)}`].filter(Boolean);
  const whole = range !== undefined ? bare : version !== undefined ? `${bare}@${version}` : before;
  return canonicalPurl([whole, ...(qualifiers.length > 0 ? [qualifiers.join('&')] : [])].join('?'));
}
