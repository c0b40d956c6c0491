/** The advisories of a group that a batch may change, including changes by the batch itself. */
import { isSamePackage } from '#lib/advisory-formats/families.ts';
import { artifactNameKey, isSameComponent } from '#lib/advisory-formats/package-names.ts';
import { originOf, statedIn } from '#lib/advisory-formats/origin.ts';
import type { Advisory, ColumnOf } from '#lib/resources/rows.ts';
import { alikeForm } from '#lib/resources/names.ts';
import { alike, all, any, alias, is, isIn, type Predicate } from '#lib/store/predicates.ts';
import { placeKey } from '#lib/import/advisories/keys.ts';
import type { ImportedAdvisory } from '#lib/import/advisories/types.ts';

export function whereMayChange(
  parent: string,
  imported: readonly ImportedAdvisory[],
): Predicate<ColumnOf<'Advisory'>> {
  const ids = imported.map(({ advisoryId }) => advisoryId);
  const names = new Set([...ids, ...imported.flatMap(({ aliases }) => aliases)]);
  const statements = imported.filter(({ matchesAliases }) => matchesAliases === true);
  const known = alias(statements.map(({ advisoryId }) => advisoryId));
  const named = isIn('advisoryId', [...names]);
  const ofThem = statements.length === 0 ? named : any(named, known);
  return all(is('parent', parent), ofThem, ofArtifacts(imported, names.size));
}

/** Combinations of a vulnerability and an artifact, each of which is looked up in an index. */
const MOST_COMBINED = 5_000;

/**
 * Few vulnerabilities may have very many artifacts, of which each batch would read all. A record that
 * names all of its packages may also leave out others.
 */
function ofArtifacts(
  imported: readonly ImportedAdvisory[],
  vulnerabilities: number,
): Predicate<ColumnOf<'Advisory'>> {
  const artifacts = new Set(imported.map(({ artifactName }) => alikeForm(artifactName)));
  if (artifacts.size * vulnerabilities > MOST_COMBINED) return all();
  const whole = imported.filter(({ recordPlaces }) => recordPlaces !== undefined);
  const records = new Set(whole.map(({ advisoryId }) => advisoryId));
  const named = alike<ColumnOf<'Advisory'>>('artifactName', [...artifacts]);
  return records.size === 0 ? named : any(named, isIn('advisoryId', [...records]));
}

export class KnownAdvisories {
  readonly #byUid = new Map<string, Advisory>();
  readonly #ofArtifact = new Map<string, Set<string>>();
  readonly #ofVulnerability = new Map<string, Set<string>>();

  constructor(rows: readonly Advisory[]) {
    for (const row of rows) this.put(row);
  }

  put(row: Advisory): void {
    this.#byUid.set(row.uid, row);
    addTo(this.#ofArtifact, artifactKey(row), row.uid);
    addTo(this.#ofVulnerability, row.advisoryId, row.uid);
  }

  /**
   * Those whose package a newer version of their record no longer names. Another ecosystem may have a
   * record of the same id, so only those of the same one.
   */
  leftOut({ advisoryId, artifactFamily, recordPlaces, origin }: ImportedAdvisory): Advisory[] {
    if (recordPlaces === undefined) return [];
    const named = new Set(recordPlaces);
    return this.#rowsOf(this.#ofVulnerability, advisoryId).filter((row) => {
      if (row.advisoryId !== advisoryId || row.artifactFamily !== artifactFamily) return false;
      const { modified } = originOf(row.origin);
      const isOlder = modified !== undefined && modified < (origin?.modified ?? '');
      return isOlder && !named.has(placeKey(row));
    });
  }

  /** Those that the imported one changes: none if it is new, several if it names them by an alias. */
  find(advisory: ImportedAdvisory): Advisory[] {
    const rows = this.#rowsOf(this.#ofArtifact, artifactKey(advisory)).filter((row) =>
      isSameArtifact(row, advisory),
    );
    const named = rows.filter(({ advisoryId }) => advisoryId === advisory.advisoryId);
    const found = placeIn(named, advisory);
    if (found !== null) return [found];
    const others = Map.groupBy(
      rows.filter((row) => row.advisoryId !== advisory.advisoryId && isByAlias(advisory, row)),
      ({ advisoryId }) => advisoryId,
    );
    return [...others.values()].flatMap((same) => placeIn(same, advisory) ?? []);
  }

  #rowsOf(index: Index, key: string): Advisory[] {
    return [...(index.get(key) ?? [])].flatMap((uid) => this.#byUid.get(uid) ?? []);
  }
}

type Index = Map<string, Set<string>>;

const addTo = (index: Index, key: string, uid: string) =>
  index.set(key, (index.get(key) ?? new Set()).add(uid));

type Artifact = Pick<Advisory, 'artifactName' | 'artifactType' | 'artifactFamily'>;

/** The same for all spellings that could name one package. */
const artifactKey = ({ artifactName, artifactType }: Artifact) =>
  JSON.stringify([alikeForm(artifactName), artifactType]);

/** Where one family is not known, the name is one of the other family. */
function isSameArtifact(a: Artifact, b: Artifact): boolean {
  if (!isSamePackage(a.artifactFamily, b.artifactFamily)) return false;
  const artifactFamily = a.artifactFamily || b.artifactFamily;
  return artifactNameKey({ ...a, artifactFamily }) === artifactNameKey({ ...b, artifactFamily });
}

/**
 * A statement reaches an advisory under any name of the vulnerability. A record takes over what
 * statements began under an alias of it.
 */
function isByAlias(advisory: ImportedAdvisory, row: Advisory): boolean {
  if (advisory.matchesAliases === true) {
    const known = row.aliases;
    return advisory.aliases.includes(row.advisoryId) || known.includes(advisory.advisoryId);
  }
  const isRecord = advisory.addsToStored !== true;
  return isRecord && advisory.aliases.includes(row.advisoryId) && !hasRecord(row);
}

/** True if some event came from something else than a statement. */
function hasRecord(row: Advisory): boolean {
  return row.events.length === 0 || !row.events.every(statedIn(row.origin));
}

/** @param rows of one vulnerability and one package. */
function placeIn(rows: readonly Advisory[], advisory: ImportedAdvisory): Advisory | null {
  const same = rows.filter((row) => isSamePlace(row, advisory));
  const exact = same.find(({ artifactFamily }) => artifactFamily === advisory.artifactFamily);
  if (same.length > 0) return exact ?? same.find(hasRecord) ?? same[0] ?? null;
  const isKeyed = advisory.isKeyedByArtifact === true;
  if (!isKeyed && !isAddedToWhole(advisory)) return null;
  const candidates = rows.filter(
    (row) => isKeyed || row.artifactArchitecture === advisory.artifactArchitecture,
  );
  return onlyOf(candidates) ?? onlyOf(candidates.filter(hasRecord));
}

const onlyOf = ([only, ...others]: readonly Advisory[]): Advisory | null =>
  others.length === 0 ? (only ?? null) : null;

const isSamePlace = (row: Advisory, advisory: ImportedAdvisory) =>
  row.artifactArchitecture === advisory.artifactArchitecture &&
  isSameComponent(row, advisory) &&
  row.componentLocation === advisory.componentLocation;

const isAddedToWhole = ({ addsToStored, isOfWholeArtifact }: ImportedAdvisory) =>
  addsToStored === true && isOfWholeArtifact === true;
