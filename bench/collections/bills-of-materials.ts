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
  affected: 'affected',
  unaffected: 'not_affected',
  unknown: 'under_investigation',
};

export function addBillOfMaterials(document: JsonObject, to: Fact[]): void {
  const metadata = objectIn(document['metadata']);
  const top = objectIn(metadata['component']);
  const parts = [...objectsIn(document['components']), ...objectsIn(document['services'])];
  const byRef = new Map([top, ...parts].flatMap(withInner).map((one) => [one['bom-ref'], one]));
  const serial = String(document['serialNumber']).replace('urn:uuid:', '');
  for (const of of objectsIn(document['vulnerabilities'])) {
    const { state, lastUpdated } = objectIn(of['analysis']);
    const isRejected = of['rejected'] !== undefined;
    const said = STATUS[String(state)] ?? 'under_investigation';
    const ids = [of['id'], ...objectsIn(of['references']).map(({ id }) => id)];
    const id = ids.flatMap((one) => textIn(one) ?? []).toSorted()[0] ?? '';
    const time = String(lastUpdated ?? of['updated'] ?? of['published'] ?? metadata['timestamp']);
    for (const { ref, versions } of objectsIn(of['affects'])) {
      const name = linked(String(ref), serial, byRef);
      const all = objectsIn(versions);
      for (const version of all.length === 0 ? [{}] : all) {
        const own = STATUS[String(version['status'])] ?? said;
        const label = `${id} ${labelOf(name, byRef.get(name), version)} `;
        to.push({ kind: 'openvex', name: label, value: [isRejected ? 'not_affected' : own], time });
      }
    }
  }
}

/** The `bom-ref` or package URL of a BOM-Link; else the reference itself. */
function linked(ref: string, serial: string, byRef: ReadonlyMap<unknown, JsonObject>): string {
  const [, of, fragment = ''] = /^urn:cdx:([^/]+)\/\d+#(.+)$/.exec(ref) ?? [];
  const names = [fragment, decodeURIComponent(fragment)];
  const own = of === serial ? names.find((one) => byRef.has(one)) : undefined;
  return own ?? names.find((one) => one.startsWith('pkg:')) ?? ref;
}

const withInner = (one: JsonObject): JsonObject[] => [
  one,
  ...[...objectsIn(one['components']), ...objectsIn(one['services'])].flatMap(withInner),
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
