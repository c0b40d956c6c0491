/** The chains that this process has written to since their heads were last signed. */

const shared = globalThis as typeof globalThis & { groveChangedChains?: Set<string> };

const changed = () => (shared.groveChangedChains ??= new Set());

/** Also before a transaction that may fail: then there is nothing new to sign. */
export function noteChanged(chain: string): void {
  changed().add(chain);
}

/** All of them; the next call has only later ones. */
export function takeChanged(): string[] {
  const chains = [...changed()];
  changed().clear();
  return chains;
}
