/** The size of a data set, and the places of its landmarks. */
export interface Size {
  name: string;
  groups: number;
  repos: number;
  advisories: number;
  identities: number;
}

/** Where the workloads find their resources. */
export interface Landmarks {
  root: string;
  owner: string;
  /** An identity with bindings in several groups. */
  scattered: string;
  /** Groups with the fewest, a medium number and the most advisories below, except the root. */
  smallGroups: string[];
  middleGroups: string[];
  parents: string[];
  repos: { uid: string; name: string }[];
  scatteredRepos: { uid: string; name: string }[];
  /** Groups in which the scattered identity may write. */
  scatteredGroups: string[];
}
