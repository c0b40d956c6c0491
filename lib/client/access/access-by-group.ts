/** What an identity can do where, made of its bindings and the roles they name. */
import type { GrantsOfRoles } from '#lib/client/access/redundancy.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

export interface GroupAccess {
  group: { uid: string; name: string };
  /** Bindings at the group itself. */
  own: RoleBinding[];
  /** Bindings at groups above it, which hold here as well. */
  inherited: RoleBinding[];
  /** All that it may do here and below, in the order in which roles list it. */
  capabilities: string[];
  /** Those of the capabilities that no group above gives already. */
  added: ReadonlySet<string>;
  /** Names of bound roles that cannot be read, so that there may be more. */
  unread: string[];
}

const isAbove = (upper: string, lower: string) => lower.startsWith(`${upper}/`);

/** One entry for each group that has a binding, the topmost first. */
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
      const inherited = bindings.filter(({ group }) => isAbove(group.uid, uid));
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

/** `groups.list`, `groups.create` as `groups: list, create`. */
export function byFamily(capabilities: readonly string[]): { family: string; verbs: string[] }[] {
  const families = new Map<string, string[]>();
  for (const capability of capabilities) {
    const [family = '', verb = ''] = capability.split('.');
    families.set(family, [...(families.get(family) ?? []), verb]);
  }
  return [...families].map(([family, verbs]) => ({ family, verbs }));
}
