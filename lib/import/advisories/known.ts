/** The advisories of a group that a batch may change, including changes by the batch itself. */
import type { RowOf } from '#lib/resources/rows.ts';
import { artifactKey, wholeKey } from './keys.ts';
import type { ImportedAdvisory } from './types.ts';

type Advisory = RowOf<'Advisory'>;

export class KnownAdvisories {
  readonly #byUid = new Map<string, Advisory>();
  /** Uids by the whole key, and by the artifact's. */
  readonly #whole = new Map<string, string>();
  readonly #ofArtifact = new Map<string, Set<string>>();

  constructor(rows: readonly Advisory[]) {
    for (const row of rows) this.put(row);
  }

  /** Adds the row, or replaces the row with the same uid. */
  put(row: Advisory): void {
    const before = this.#byUid.get(row.uid);
    if (before !== undefined && this.#whole.get(wholeKey(before)) === row.uid) {
      this.#whole.delete(wholeKey(before));
    }
    this.#byUid.set(row.uid, row);
    this.#whole.set(wholeKey(row), row.uid);
    const key = artifactKey(row);
    this.#ofArtifact.set(key, (this.#ofArtifact.get(key) ?? new Set()).add(row.uid));
  }

  /**
   * For an advisory keyed by its artifact: the only stored one of the artifact, whatever its
   * component.
   */
  find(advisory: ImportedAdvisory): Advisory | null {
    const uid = this.#whole.get(wholeKey({ ...advisory, isKeyedByArtifact: false }));
    const same = uid === undefined ? undefined : this.#byUid.get(uid);
    const isKeyed = advisory.isKeyedByArtifact === true;
    if (same !== undefined || !(isKeyed || isAddedToWhole(advisory))) return same ?? null;
    const [only, ...others] = this.#rowsOfArtifact(advisory).filter(
      (row) => isKeyed || row.artifactArchitecture === advisory.artifactArchitecture,
    );
    return others.length === 0 ? (only ?? null) : null;
  }

  #rowsOfArtifact(advisory: ImportedAdvisory): Advisory[] {
    const uids = [...(this.#ofArtifact.get(artifactKey(advisory)) ?? [])];
    return uids.flatMap((uid) => this.#byUid.get(uid) ?? []);
  }
}

const isAddedToWhole = ({ addsToStored, isOfWholeArtifact }: ImportedAdvisory) =>
  addsToStored === true && isOfWholeArtifact === true;
