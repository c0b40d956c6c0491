/** The chains that this process has written to since their heads were last signed. */
import { perProcess } from '#lib/per-process.ts';

const changed = perProcess('changedChains', () => new Set<string>());

/** Notes that a chain gets a record. The transaction may still fail; then there is nothing new to sign. */
export function noteChanged(chain: string): void {
  changed.value.add(chain);
}

/** Returns the changed chains and forgets them. */
export function takeChanged(): string[] {
  return [...(changed.take() ?? [])];
}
