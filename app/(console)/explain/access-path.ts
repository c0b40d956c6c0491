import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { compareNames } from '#lib/resources/name-order.ts';

/** The bindings that answer a question about access. */
export interface AccessPath {
  bindings: readonly RoleBinding[];
  /** The group in question. */
  group: string;
  /** The capability in question; absent for all. */
  capability?: string | undefined;
  /** Whether there are more bindings than these. */
  isMore: boolean;
}

export interface Level {
  uid: string;
  /** Absent if no binding names the group. */
  name: string | undefined;
  bindings: RoleBinding[];
}

/** The groups from the topmost group with a binding down to the group in question. */
export function levelsOf(group: string, bindings: readonly RoleBinding[]): Level[] {
  const parts = group.split('/');
  const levels = parts.map((_, index): Level => {
    const uid = parts.slice(0, index + 1).join('/');
    const own = bindings
      .filter((binding) => binding.group.uid === uid)
      .toSorted((a, b) => compareNames(a.identity.name, b.identity.name));
    return { uid, name: own[0]?.group.name, bindings: own };
  });
  const top = levels.findIndex((level) => level.bindings.length > 0);
  return top === -1 ? [] : levels.slice(top);
}

/** Whether the identity of a binding keeps the capability in question once it is removed. */
export interface Kept {
  verdict: 'keeps' | 'may keep' | 'loses';
  /** The other bindings that grant it. */
  by: readonly RoleBinding[];
}

export function keptAfter(
  { bindings, isMore }: Pick<AccessPath, 'bindings' | 'isMore'>,
  { uid, identity }: RoleBinding,
): Kept {
  const by = bindings.filter((other) => other.uid !== uid && other.identity.uid === identity.uid);
  if (by.length > 0) return { verdict: 'keeps', by };
  return { verdict: isMore ? 'may keep' : 'loses', by };
}
