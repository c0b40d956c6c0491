import { rootUid } from '#lib/aip/uid.ts';
/**
 * Access as a brute-force model: every rule comes from the contract. The model shares nothing with
 * the code it checks, and has no index and no cache.
 */
import { entryOf, RESOURCE_TYPES, type ResourceType } from '#lib/resources/catalog.ts';
import { isAlone } from '../support/example-rows.ts';

export type Outcome =
  | 'OK'
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'FAILED_PRECONDITION';

/** What random operations must have come to, so that the model is not vacuous. */
export const OUTCOMES = [
  ...['get', 'create', 'update', 'delete'].flatMap((verb) =>
    ['OK', 'PERMISSION_DENIED', 'NOT_FOUND'].map((outcome) => `${verb} ${outcome}`),
  ),
  'create INVALID_ARGUMENT',
  'update INVALID_ARGUMENT',
  'delete FAILED_PRECONDITION',
];

export interface Thing {
  type: string;
  uid: string;
  /**
   * The group (for a tag the repository) that contains it; '' for root groups and built-in roles.
   */
  parent: string;
  capabilities?: readonly string[];
  identityUid?: string;
  roleUid?: string;
  /** The identity that owns a saved view, or '' for a shared one. */
  owner?: string;
  /** The type that a saved view lists. */
  shows?: string;
}

export interface Operation {
  verb: 'get' | 'create' | 'update' | 'delete';
  type: string;
  /** The resource, or the parent of a new one. */
  uid: string;
  capabilities?: readonly string[];
  identityUid?: string;
  roleUid?: string;
  owner?: string;
  shows?: string;
}

/** The list of families is data of the contract, not a rule. */
export const FAMILIES: Record<string, string> = Object.fromEntries(
  RESOURCE_TYPES.map((type) => [type, entryOf(type).family]),
);

/**
 * The capability that an operation needs. Reading a source needs repo.list, changing it repo.sync.
 * For a saved view the capability to see its group; further rules are below.
 */
export function capabilityOf(type: string, verb: string): string {
  const isRead = verb === 'get' || verb === 'list';
  if (type === 'SavedView') return 'groups.list';
  if (type === 'RegistrySource' && !isRead) return 'repo.sync';
  return `${FAMILIES[type]}.${isRead ? 'list' : verb}`;
}

const CONTENTS = Object.keys(FAMILIES).filter(
  (type) =>
    ![
      'RoleBinding',
      'SavedView',
      'Subscription',
      'RequestRule',
      'AccessRequest',
      'Tag',
      'AuditEvent',
    ].includes(type),
);

/** Those that a delete of their group or their identity also deletes. */
const GO_WITH_OTHERS = ['RoleBinding', 'SavedView', 'Subscription', 'RequestRule', 'IdentityKey'];

/** The tests' tokens have the first identity as their subject, so it is the caller's own. */
export const ownOf = (actors: readonly string[]): string => actors[0] ?? '';

export const below = (uid: string, top: string) => uid.startsWith(`${top}/`);
const within = (uid: string, top: string) => uid === top || below(uid, top);

/** Whether both are in the same organization. */
const isTogether = (one: Thing, other: Thing) => rootUid(one.uid) === rootUid(other.uid);

export class Model {
  readonly things = new Map<string, Thing>();
  readonly owner: string;

  /** @param owner the uid of the role that may do everything. */
  constructor(owner: string) {
    this.owner = owner;
  }

  all(type: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.type === type);
  }

  holds(actors: readonly string[], capability: string, at: string): boolean {
    return this.all('RoleBinding').some(
      ({ parent, identityUid = '', roleUid = '' }) =>
        actors.includes(identityUid) &&
        within(at, parent) &&
        this.things.get(roleUid)?.capabilities?.includes(capability) === true,
    );
  }

  sees(actors: readonly string[], thing: Thing): boolean {
    const { type, uid, parent } = thing;
    if (type === 'Role' && parent === '') return true;
    return this.holds(actors, capabilityOf(type, 'list'), uid) && this.#isShown(actors, thing);
  }

  /** Whether the caller sees a view: it is their own or shared, and they may list its collection. */
  #isShown(actors: readonly string[], { type, parent, owner = '', shows = '' }: Thing): boolean {
    if (type !== 'SavedView') return true;
    const mayList = this.holds(actors, capabilityOf(shows, 'list'), parent);
    return mayList && (owner === '' || owner === ownOf(actors));
  }

  outcome(actors: readonly string[], op: Operation): Outcome {
    const { verb, type, uid } = op;
    const isBuiltIn = this.things.get(uid)?.type === 'Role' && !uid.includes('/');
    if (type === 'Role' && isBuiltIn && verb !== 'create') {
      return verb === 'get' ? 'OK' : 'FAILED_PRECONDITION';
    }
    const capability = capabilityOf(type, verb);
    if (verb === 'create' && uid === '') {
      const roots = this.all('Group').filter(({ parent }) => parent === '');
      const may = roots.some((root) => this.holds(actors, capability, root.uid));
      return may ? 'OK' : 'PERMISSION_DENIED';
    }
    if (!this.holds(actors, capability, uid)) return 'PERMISSION_DENIED';
    const thing = this.things.get(uid);
    if (thing?.type !== (verb === 'create' ? 'Group' : type)) return 'NOT_FOUND';
    if (verb !== 'create' && !this.#isShown(actors, thing)) return 'NOT_FOUND';
    if (verb === 'get') return 'OK';
    if (verb === 'delete') return this.#remove(actors, thing);
    return this.#write(actors, op, verb === 'update' ? thing : undefined);
  }

  #write(actors: readonly string[], op: Operation, before: Thing | undefined): Outcome {
    const group = before?.parent ?? op.uid;
    const lacks = (list: readonly string[]) => list.some((one) => !this.holds(actors, one, group));
    const given = { ...before, ...op };
    if (op.type === 'Role') return lacks(given.capabilities ?? []) ? 'PERMISSION_DENIED' : 'OK';
    if (isAlone(op.type as ResourceType) && before === undefined) {
      const taken = this.all(op.type).some(({ parent }) => parent === group);
      return taken ? 'ALREADY_EXISTS' : 'OK';
    }
    if (op.type === 'SavedView') {
      const isShared = given.owner === '' || before?.owner === '';
      const needed = [
        capabilityOf(given.shows ?? '', 'list'),
        ...(isShared ? ['saved_views.share'] : []),
      ];
      return lacks(needed) ? 'PERMISSION_DENIED' : 'OK';
    }
    if (op.type === 'IdentityKey') return this.#writeKey(actors, op, group);
    if (op.type === 'Subscription') {
      return this.#subscribe(actors, before?.identityUid ?? ownOf(actors), group);
    }
    if (given.roleUid === undefined) return 'OK';
    if (op.type === 'RoleBinding') {
      const identity = this.things.get(given.identityUid ?? '');
      const isIdentity = identity?.type === 'Identity';
      const seen = isIdentity && (actors.includes(identity.uid) || this.sees(actors, identity));
      if (!seen) return 'INVALID_ARGUMENT';
    }
    if (lacks(['role_bindings.create'])) return 'PERMISSION_DENIED';
    const role = this.things.get(given.roleUid);
    const bindable = role?.type === 'Role' && (role.parent === '' || within(group, role.parent));
    if (!bindable || !this.sees(actors, role)) return 'INVALID_ARGUMENT';
    if (lacks(role.capabilities ?? [])) return 'PERMISSION_DENIED';
    if (op.type !== 'RoleBinding') return 'OK';
    if (before !== undefined && given.roleUid !== before.roleUid && this.#lastOwner([before])) {
      return 'FAILED_PRECONDITION';
    }
    const same = this.all('RoleBinding').some(
      (other) =>
        other.uid !== before?.uid &&
        other.parent === group &&
        other.identityUid === given.identityUid &&
        other.roleUid === given.roleUid,
    );
    return same ? 'ALREADY_EXISTS' : 'OK';
  }

  /** Its maker holds all that the identity and the role both grant in the organization of the identity. */
  #writeKey(
    actors: readonly string[],
    { identityUid, roleUid }: Operation,
    group: string,
  ): Outcome {
    const identity = this.things.get(identityUid ?? '');
    const isIdentity = identity?.type === 'Identity' && identity.parent === group;
    if (!isIdentity || !this.sees(actors, identity)) return 'INVALID_ARGUMENT';
    const role = roleUid === undefined ? undefined : this.things.get(roleUid);
    const usable = role?.type === 'Role' && (role.parent === '' || within(group, role.parent));
    if (roleUid !== undefined && !(usable && this.sees(actors, role))) return 'INVALID_ARGUMENT';
    const bindings = this.all('RoleBinding').filter(
      (one) => one.identityUid === identity.uid && isTogether(one, identity),
    );
    const isMore = bindings.some(({ parent, roleUid: bound = '' }) =>
      this.things
        .get(bound)
        ?.capabilities?.filter((one) => role?.capabilities?.includes(one) ?? true)
        .some((one) => !this.holds(actors, one, parent)),
    );
    return isMore ? 'PERMISSION_DENIED' : 'OK';
  }

  /** Whoever decides where events go sees in the group and below it what the identity sees. */
  #subscribe(actors: readonly string[], identityUid: string, group: string): Outcome {
    const isMore = this.all('RoleBinding')
      .filter((one) => one.identityUid === identityUid)
      .some(({ parent, roleUid = '' }) => {
        const place = within(group, parent) ? group : parent;
        const reads = this.things
          .get(roleUid)
          ?.capabilities?.filter((one) => one.endsWith('.list'));
        return within(place, group) && reads?.some((one) => !this.holds(actors, one, place));
      });
    return isMore ? 'PERMISSION_DENIED' : 'OK';
  }

  #remove(actors: readonly string[], thing: Thing): Outcome {
    if (thing.type === 'SavedView' && thing.owner === '') {
      return this.holds(actors, 'saved_views.share', thing.parent) ? 'OK' : 'PERMISSION_DENIED';
    }
    const all = [...this.things.values()];
    const bindings = all.filter(({ type }) => type === 'RoleBinding');
    const goesWith: Record<string, (binding: Thing) => boolean> = {
      Group: ({ parent }) => parent === thing.uid,
      Identity: ({ identityUid }) => identityUid === thing.uid,
    };
    const going = bindings.filter((binding) => goesWith[thing.type]?.(binding) === true);
    const counting = going.filter((binding) => isTogether(binding, thing));
    if (counting.some(({ parent }) => !this.holds(actors, 'role_bindings.delete', parent))) {
      return 'PERMISSION_DENIED';
    }
    const blocked: Record<string, () => boolean> = {
      Group: () => all.some((one) => CONTENTS.includes(one.type) && one.parent === thing.uid),
      Role: () => all.some(({ roleUid }) => roleUid === thing.uid),
      Identity: () => this.#lastOwner(counting),
      RoleBinding: () => this.#lastOwner([thing]),
    };
    return blocked[thing.type]?.() === true ? 'FAILED_PRECONDITION' : 'OK';
  }

  #lastOwner(leaving: readonly Thing[]): boolean {
    const owners = (root: string) =>
      this.all('RoleBinding').filter((one) => one.parent === root && one.roleUid === this.owner);
    return leaving.some(
      ({ parent, roleUid }) =>
        roleUid === this.owner &&
        !parent.includes('/') &&
        owners(parent).every((one) => leaving.some(({ uid }) => uid === one.uid)),
    );
  }

  /** The resources that a delete also deletes. */
  forget(uid: string): void {
    const gone = this.things.get(uid);
    this.things.delete(uid);
    for (const { type, uid: other, parent, identityUid, owner } of this.things.values()) {
      if (!GO_WITH_OTHERS.includes(type)) continue;
      const named = ['Subscription', 'RequestRule'].includes(type) ? [] : [identityUid, owner];
      const goes = gone?.type === 'Group' ? parent === uid : named.includes(uid);
      if (goes) this.things.delete(other);
    }
  }
}
