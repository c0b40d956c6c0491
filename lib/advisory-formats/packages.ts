/** The package of an advisory, by the names that other tools use. */
import type { Advisory } from '#lib/resources/rows.ts';
import { referenceTo } from './artifacts.ts';
import { ecosystemOfComponent, ecosystemOfPurl, namesOf, NO_ECOSYSTEM } from './ecosystems.ts';
import { originOf } from './origin.ts';
import { parsePurl, type Purl } from './purl.ts';

/** The artifact's package URL in the newest record that has one. */
export function originalPurl(row: Advisory): Purl | null {
  const { purl: own, events: origins = {} } = originOf(row.origin);
  const newestFirst = row.events.toReversed();
  const texts = [own, ...newestFirst.map(({ uid }) => origins[String(uid)]?.product)];
  return texts.map((text) => parsePurl(text ?? '')).find((purl) => purl !== null) ?? null;
}

/** OSV's ecosystem, with its release if known. */
export function ecosystemOf(row: Advisory): string {
  const { ecosystem } = originOf(row.origin);
  if (ecosystem !== undefined) return ecosystem;
  if (row.artifactType === 'image') return NO_ECOSYSTEM;
  const purl = originalPurl(row);
  const named = (purl && ecosystemOfPurl(purl)) ?? ecosystemOfComponent(row.componentType);
  if (row.artifactType === 'apk') return apkEcosystemOf(row, purl, named);
  const known = named ?? NO_ECOSYSTEM;
  return releaseIn(row.componentLocation, known) ?? known;
}

function apkEcosystemOf(
  { advisoryId, componentLocation }: Advisory,
  purl: Purl | null,
  named: string | undefined,
): string {
  // Package advisories do not name their distribution. Ids of this form are Chainguard's.
  const guess = advisoryId.startsWith('CGA-') ? 'Chainguard' : 'Alpine';
  const ecosystem = named !== undefined && namesOf(named)?.namespace ? named : guess;
  const release = /(\d+\.\d+)/.exec(purl?.qualifiers['distro'] ?? '')?.[1];
  const known = releaseIn(componentLocation, ecosystem);
  if (known !== undefined) return known;
  return ecosystem === 'Alpine' && release !== undefined ? `Alpine:v${release}` : ecosystem;
}

/** An import of OSV stores an ecosystem with a release as the location of the component. */
const releaseIn = (location: string, ecosystem: string) =>
  location.startsWith(`${ecosystem}:`) ? location : undefined;

/** The distribution in package URLs; empty for packages that no distribution ships. */
export function distributionOfRow(row: Advisory): string {
  const purl = originalPurl(row);
  if (purl !== null && row.artifactType === 'apk' && purl.namespace !== '') return purl.namespace;
  return namesOf(ecosystemOf(row))?.namespace ?? '';
}

/** The artifact's package URL without a version. Undefined if it is of type `generic`. */
export function packagePurl(row: Advisory): string | undefined {
  const component = { componentName: row.artifactName, componentLocation: '' };
  const hints = { purl: originalPurl(row), distribution: distributionOfRow(row), version: '' };
  const { product } = referenceTo({ ...row, ...component, artifactArchitecture: '' }, hints);
  const purl = parsePurl(product);
  return purl === null || purl.type === 'generic' ? undefined : product;
}
