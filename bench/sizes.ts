/** How large a data set is, and where its landmarks are. */
export interface Size {
  name: string;
  groups: number;
  repos: number;
  advisories: number;
  identities: number;
}

/** Where to find what the workloads ask for. */
export interface Landmarks {
  root: string;
  owner: string;
  /** An identity that is bound to groups here and there. */
  scattered: string;
  /** Groups with the fewest, a middling number and the most advisories below, but not the root. */
  smallGroups: string[];
  middleGroups: string[];
  parents: string[];
  repos: { uid: string; name: string }[];
  scatteredRepos: { uid: string; name: string }[];
  /** Groups that the scattered identity reaches and in which it may write. */
  scatteredGroups: string[];
}
