/**
 * What a caller may do and where. It is read for each request, so a changed binding applies from
 * the next request on.
 */
import { pathUids, rootUid, topmost } from '#lib/aip/uid.ts';
import { AccessCache } from '#lib/store/access/access-cache.ts';
import { committed } from '#lib/store/store.ts';
import type { Capability } from '#lib/resources/capabilities.ts';

/**
 * Capabilities by the group at which role bindings grant them. Each capability also holds
 * everywhere below that group.
 */
export class Reach {
  readonly #grants: ReadonlyMap<string, ReadonlySet<Capability>>;
  readonly #tops = new Map<Capability, readonly string[]>();

  constructor(grants: ReadonlyMap<string, ReadonlySet<Capability>>) {
    this.#grants = grants;
  }

  /** True if a role binding at the uid or at a group above it grants the capability. */
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

  /** Those of `capabilities` that the caller lacks at the group. */
  missing(capabilities: readonly Capability[], group: string): Capability[] {
    return capabilities.filter((capability) => !this.holds(capability, group));
  }

  /** The same without the root groups and everything below them. */
  outside(roots: readonly string[]): Reach {
    const left = [...this.#grants].filter(([group]) => !roots.includes(rootUid(group)));
    return new Reach(new Map(left));
  }

  /** The same without other capabilities. */
  within(capabilities: ReadonlySet<Capability>): Reach {
    const narrowed = new Map<string, ReadonlySet<Capability>>();
    for (const [group, granted] of this.#grants) {
      narrowed.set(group, new Set([...granted].filter((one) => capabilities.has(one))));
    }
    return new Reach(narrowed);
  }

  /** The capabilities that role bindings grant, by the group of the binding. */
  grants(): ReadonlyMap<string, ReadonlySet<Capability>> {
    return this.#grants;
  }
}

const reaches = new AccessCache<Reach>();

/** The part of a principal that decides on access. */
interface Caller {
  /** Uids of the identities that the caller acts as, sorted. */
  identities: readonly string[];
  /** The only capabilities that count; undefined if all do. */
  within?: ReadonlySet<Capability> | undefined;
  /** The root groups of the organizations in which the caller is blocked. */
  blockedIn: readonly string[];
}

// A change of the identities or bindings behind a principal produces a new principal object, so its
// cached reach goes with it.
const ofCallers = new WeakMap<Caller, Reach>();

/** The capabilities that the caller's identities have together. */
export async function reachOf(caller: Caller, revision?: number): Promise<Reach> {
  const known = ofCallers.get(caller);
  if (known !== undefined) return known;
  const { identities, within, blockedIn } = caller;
  const all = await reaches.lookUp(identities.join(' '), () => readReach(identities), revision);
  const full = blockedIn.length === 0 ? all : all.outside(blockedIn);
  const reach = within === undefined ? full : full.within(within);
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
