/** The export that has the fact. */
export type Kind = 'osv' | 'openvex' | 'yaml';

/** One thing that a file of advisories says. */
export interface Fact {
  kind: Kind;
  name: string;
  value: readonly string[];
  /** When it was said. The newest one counts. */
  time: string;
  /** The file that says it; empty while it is read. */
  file?: string;
}
