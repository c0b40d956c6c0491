/** The size of a data set, and the places of its landmarks. */
export interface Size {
  name: string;
  groups: number;
  repos: number;
  advisories: number;
  identities: number;
}

/** The measured callers: one of the root, one of four groups with most rows, and one of thirty others. */
export type Caller = 'owner' | 'four' | 'scattered';

/** The resources that the requests of a caller name. */
export interface CallerMarks {
  /** The identity. */
  uid: string;
  /** Groups whose children are listed. */
  parents: string[];
  /** The group that is written to. */
  home: string;
  repos: { uid: string; name: string }[];
  /** The position in the middle of the advisories that the caller sees. */
  middle: number;
}

/** Where the workloads find their resources. */
export interface Landmarks {
  root: string;
  callers: Record<Caller, CallerMarks>;
  /** Groups with the fewest, a medium number and the most advisories below, except the root. */
  smallGroups: string[];
  middleGroups: string[];
}
