/** The capabilities of an identity by group, from its bindings and their roles. */
import { isBelow } from '#lib/client/paths.ts';
import type { GrantsOfRoles } from '#lib/client/access/redundancy.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** What an identity has at one group. */
export interface GroupAccess {
  group: { uid: string; name: string };
  own: RoleBinding[];
  /** Bindings at groups above, which also apply here. */
  inherited: RoleBinding[];
  /** Its capabilities here and below, in the order of the roles' lists. */
  capabilities: string[];
  /** The capabilities that no group above grants already. */
  added: ReadonlySet<string>;
  /** Names of bound roles that could not be read, so there may be more capabilities. */
  unread: string[];
}

/** One entry per group that has a binding, the topmost first. */
export function accessByGroup(
  bindings: readonly RoleBinding[],
  granted: GrantsOfRoles,
): GroupAccess[] {
  const groups = new Map(bindings.map(({ group }) => [group.uid, group]));
  const capabilitiesOf = (some: readonly RoleBinding[]) => [
    ...new Set(some.flatMap(({ role }) => granted.get(role.uid) ?? [])),
  ];
  return [...groups.values()]
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
    .map(({ uid, name }) => {
      const own = bindings.filter(({ group }) => group.uid === uid);
      const inherited = bindings.filter(({ group }) => isBelow(uid, group.uid));
      const above = new Set(capabilitiesOf(inherited));
      const capabilities = capabilitiesOf([...inherited, ...own]);
      return {
        group: { uid, name },
        own,
        inherited,
        capabilities,
        added: new Set(capabilities.filter((capability) => !above.has(capability))),
        unread: [...inherited, ...own]
          .filter(({ role }) => !granted.has(role.uid))
          .map(({ role }) => role.name),
      };
    });
}

/** Formats `groups.list`, `groups.create` as `groups: list, create`. */
export function byFamily(capabilities: readonly string[]): { family: string; verbs: string[] }[] {
  const families = new Map<string, string[]>();
  for (const capability of capabilities) {
    const [family = '', verb = ''] = capability.split('.');
    families.set(family, [...(families.get(family) ?? []), verb]);
  }
  return [...families].map(([family, verbs]) => ({ family, verbs }));
}
