/**
 * What a caller may do and where. It is read for each request, so a changed binding applies from
 * the next request on.
 */
import type { PreconditionViolation } from '#lib/aip/errors.ts';
import { isSameOrBelow, pathUids, rootUid, topmost } from '#lib/aip/uid.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { isIn } from '#lib/store/predicates.ts';
import { committed, type KeyLimits } from '#lib/store/store.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { Policy } from './policies.ts';

/** What policies keep from a caller: the reach as it is without policies, and the unmet conditions. */
interface Withheld {
  reach: Reach;
  /** By the root group of the organization. */
  unmet: ReadonlyMap<string, readonly PreconditionViolation[]>;
}

/**
 * Capabilities by the group at which role bindings grant them. Each capability also holds
 * everywhere below that group.
 */
export class Reach {
  readonly grants: ReadonlyMap<string, ReadonlySet<Capability>>;
  readonly #tops = new Map<Capability, readonly string[]>();
  readonly #withheld: Withheld | null;

  constructor(
    grants: ReadonlyMap<string, ReadonlySet<Capability>>,
    withheld: Withheld | null = null,
  ) {
    this.grants = grants;
    this.#withheld = withheld;
  }

  /** True if a role binding at the uid or at a group above it grants the capability. */
  holds(capability: Capability, uid: string): boolean {
    return pathUids(uid).some((prefix) => this.grants.get(prefix)?.has(capability) === true);
  }

  topGroups(capability: Capability): readonly string[] {
    const known = this.#tops.get(capability);
    if (known !== undefined) return known;
    const groups = [...this.grants].filter(([, granted]) => granted.has(capability));
    const tops = topmost(groups.map(([uid]) => uid));
    this.#tops.set(capability, tops);
    return tops;
  }

  /** Those of `capabilities` that the caller lacks at the group. */
  missing(capabilities: readonly Capability[], group: string): Capability[] {
    return capabilities.filter((capability) => !this.holds(capability, group));
  }

  /** The same without grants at the groups and below them. Grants above them stay. */
  outside(groups: readonly string[]): Reach {
    return new Reach(this.#grantsOutside(groups));
  }

  #grantsOutside(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<Capability>> {
    const isOutside = (granted: string) => !groups.some((one) => isSameOrBelow(granted, one));
    return new Map([...this.grants].filter(([granted]) => isOutside(granted)));
  }

  /** The same without organizations whose policies are not met, by their root groups. */
  meeting(unmet: Withheld['unmet']): Reach {
    return new Reach(this.#grantsOutside([...unmet.keys()]), { reach: this, unmet });
  }

  /** The unmet conditions of policies, by the root groups of their organizations. */
  unmet(): Withheld['unmet'] {
    return this.#withheld?.unmet ?? new Map();
  }

  /** Unmet conditions of a policy that alone keeps the capability at the uid from the caller. */
  unmetAt(capability: Capability, uid: string): readonly PreconditionViolation[] {
    const violations = this.#withheld?.unmet.get(rootUid(uid)) ?? [];
    return this.#withheld?.reach.holds(capability, uid) === true ? violations : [];
  }

  /** The same for the capability at the uid or anywhere below it. */
  unmetWithin(capability: Capability, uid: string): readonly PreconditionViolation[] {
    const violations = this.#withheld?.unmet.get(rootUid(uid)) ?? [];
    const tops = this.#withheld?.reach.topGroups(capability) ?? [];
    const isWithheld = tops.some((top) => isSameOrBelow(top, uid) || isSameOrBelow(uid, top));
    return isWithheld ? violations : [];
  }

  /** Unmet conditions of policies that keep every group of the capability from the caller. */
  unmetEverywhere(capability: Capability): readonly PreconditionViolation[] {
    if (this.#withheld === null || this.topGroups(capability).length > 0) return [];
    const { reach, unmet } = this.#withheld;
    const roots = new Set(reach.topGroups(capability).map(rootUid));
    return [...roots].flatMap((root) => unmet.get(root) ?? []);
  }

  heldIn(root: string): Set<Capability> {
    const here = [...this.grants].filter(([group]) => rootUid(group) === root);
    return new Set(here.flatMap(([, granted]) => [...granted]));
  }

  /** The same without all other capabilities. */
  within(capabilities: ReadonlySet<Capability>): Reach {
    const narrowed = new Map<string, ReadonlySet<Capability>>();
    for (const [group, granted] of this.grants) {
      narrowed.set(group, new Set([...granted].filter((one) => capabilities.has(one))));
    }
    return new Reach(narrowed);
  }
}

/** What a caller reaches, and the policies of the organizations that have granted it. */
interface Known {
  reach: Reach;
  policies: readonly Policy[];
}

const reaches = new AccessCache<Known>();

interface Caller {
  /** Uids of the identities that the caller acts as, sorted. */
  identities: readonly string[];
  /** The only capabilities that count; undefined if all do. */
  within?: ReadonlySet<Capability> | undefined;
  /** The part of the identities' bindings that the caller's key does not grant. */
  keyLimits?: KeyLimits | undefined;
  /** The groups in which the caller is blocked. */
  blockedIn: readonly string[];
}

// A change of the identities or bindings behind a principal produces a new principal object, so its
// cached reach goes with it.
const ofCallers = new WeakMap<Caller, Known>();

/** The capabilities that the caller's identities have together, whatever policies ask for. */
export async function reachOf(caller: Caller): Promise<Reach> {
  return (await knownOf(caller)).reach;
}

/**
 * The same, with the policies that count.
 *
 * @param revision the access revision, read since the request began.
 */
export async function knownOf(caller: Caller, revision?: string): Promise<Known> {
  const known = ofCallers.get(caller);
  if (known !== undefined) return known;
  const { identities, within, keyLimits, blockedIn } = caller;
  const key = JSON.stringify([identities, keyLimits]);
  const all = await reaches.lookUp(key, () => readReach(identities, keyLimits), revision);
  const full = blockedIn.length === 0 ? all.reach : all.reach.outside(blockedIn);
  const reach = within === undefined ? full : full.within(within);
  const own = { ...all, reach };
  ofCallers.set(caller, own);
  return own;
}

/** One indexed query for all identities of the caller, and one for the policies. */
async function readReach(identities: readonly string[], limits?: KeyLimits): Promise<Known> {
  const grants = new Map<string, Set<Capability>>();
  const found = identities.length === 0 ? [] : await committed.grants(identities, { limits });
  for (const { group, capabilities } of found) {
    const granted = grants.get(group) ?? new Set<Capability>();
    for (const capability of capabilities) granted.add(capability);
    grants.set(group, granted);
  }
  return { reach: new Reach(grants), policies: await policiesAt([...grants.keys()]) };
}

async function policiesAt(groups: readonly string[]): Promise<Policy[]> {
  const roots = [...new Set(groups.map(rootUid))];
  return roots.length === 0 ? [] : committed.rows('Policy', isIn('uid', roots));
}
