/** The chains that this process has written to since their heads were last signed. */

const shared = globalThis as typeof globalThis & { groveChangedChains?: Set<string> };

const changed = () => (shared.groveChangedChains ??= new Set());

/** Notes that a chain gets a record. The transaction may still fail; then there is nothing new to sign. */
export function noteChanged(chain: string): void {
  changed().add(chain);
}

/** Returns the changed chains and forgets them. */
export function takeChanged(): string[] {
  const chains = [...changed()];
  changed().clear();
  return chains;
}
