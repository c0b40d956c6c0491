/** What can be wrong with a record, or with a chain. */
export type Problem =
  /** A record is not what was recorded. */
  | 'CHANGED'
  | 'MISSING'
  /** A record is at another place than the one where it was recorded. */
  | 'REORDERED'
  /** A record was not put into the chain by Grove. */
  | 'INSERTED'
  /** The chain agrees with itself, and not with what was signed. */
  | 'REWRITTEN'
  /** A signature, or the file of heads in the data folder, is not by the installation. */
  | 'NOT_SIGNED'
  /** A hash that was noted before is nowhere in the chain. */
  | 'UNKNOWN_HEAD';

export interface Finding {
  problem: Problem;
  /** Of the first record that is meant; 0 if it has no place in the chain. */
  sequence: number;
  /** '' for a missing record. */
  uid: string;
  /** In words. */
  detail: string;
}
