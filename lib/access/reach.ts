/**
 * What a caller may do and where, as of each request: a changed binding holds
 * from the next one on.
 */
import { pathUids, topmost } from '#lib/aip/uid.ts';
import { AccessCache } from '#lib/store/access/access-cache.ts';
import { committed } from '#lib/store/store.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

/** Capabilities by the group at which bindings grant them; each holds for all below. */
export class Reach {
  readonly #grants: ReadonlyMap<string, ReadonlySet<Capability>>;
  readonly #tops = new Map<Capability, readonly string[]>();

  constructor(grants: ReadonlyMap<string, ReadonlySet<Capability>>) {
    this.#grants = grants;
  }

  /** True where a binding at the uid or at a group above it grants the capability. */
  holds(capability: Capability, uid: string): boolean {
    return pathUids(uid).some((prefix) => this.#grants.get(prefix)?.has(capability) === true);
  }

  /** The topmost groups at which the capability holds. */
  topGroups(capability: Capability): readonly string[] {
    const known = this.#tops.get(capability);
    if (known !== undefined) return known;
    const groups = [...this.#grants].filter(([, granted]) => granted.has(capability));
    const tops = topmost(groups.map(([uid]) => uid));
    this.#tops.set(capability, tops);
    return tops;
  }

  /** Those of `capabilities` that do not hold at the group. */
  missing(capabilities: readonly Capability[], group: string): Capability[] {
    return capabilities.filter((capability) => !this.holds(capability, group));
  }

  /** What bindings grant, group by group, as they stand. */
  grants(): ReadonlyMap<string, ReadonlySet<Capability>> {
    return this.#grants;
  }
}

const reaches = new AccessCache<Reach>();

/** Whoever makes a request, as far as access is concerned. */
interface Caller {
  /** Uids of the identities that the caller acts as, sorted. */
  identities: readonly string[];
}

// A principal is made again when the identities or bindings behind it change, and its reach with it.
const ofCallers = new WeakMap<Caller, Reach>();

/** What the caller's identities may do together. */
export async function reachOf(caller: Caller): Promise<Reach> {
  const known = ofCallers.get(caller);
  if (known !== undefined) return known;
  const { identities } = caller;
  const reach = await reaches.lookUp(identities.join(' '), () => readReach(identities));
  ofCallers.set(caller, reach);
  return reach;
}

/** One indexed query for all identities of the caller. */
async function readReach(identities: readonly string[]): Promise<Reach> {
  const grants = new Map<string, Set<Capability>>();
  const found = identities.length === 0 ? [] : await committed.grants(identities);
  for (const { group, capabilities } of found) {
    const granted = grants.get(group) ?? new Set<Capability>();
    for (const capability of capabilities) granted.add(capability);
    grants.set(group, granted);
  }
  return new Reach(grants);
}
