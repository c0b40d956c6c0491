/** Capabilities in words, as far as there are any, with their codes. Pure. */
import { MATRIX, rowCapabilities, verbOf } from '#lib/client/access/capability-matrix.ts';
import { capitalized } from '#lib/resources/catalog.ts';

export interface CapabilityLine {
  /** What they are about: "Role bindings". */
  label: string;
  /** "List, create". */
  verbs: string;
  codes: readonly string[];
}

/** One line for each kind of resource, in the order of the forms. */
export function capabilityLines(capabilities: readonly string[]): CapabilityLine[] {
  const held = new Set(capabilities);
  return MATRIX.flatMap((row) => {
    const codes = rowCapabilities(row).filter((name) => held.has(name));
    if (codes.length === 0) return [];
    const verbs = codes.map((name) => verbOf(name).replaceAll('_', ' ')).join(', ');
    return [{ label: row.label, verbs: capitalized(verbs), codes }];
  });
}
