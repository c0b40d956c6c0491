/** The part of the data that an operation depends on, for the brute-force model of access. */
import { FAMILIES, Model } from '../../e2e/api/properties/model.ts';
import type { Thing } from '../../e2e/api/properties/model.ts';
import { entryOf, RESOURCE_TYPES } from '#lib/resources/catalog.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Row, Statements, Value } from './statements.ts';

const TYPES = Object.keys(FAMILIES);
/** The number of read rows of each kind that a resource holds. A few are enough. */
const A_FEW = 3;

export class Neighbourhood {
  readonly model = new Model(builtInRole('owner').uid);
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @returns the things, which the model now knows. */
  add(type: string, condition: string, ...params: readonly Value[]): Thing[] {
    const rows = this.#statements.rows(`SELECT * FROM "${type}" WHERE ${condition}`, ...params);
    const things = rows.map((row) => thingOf(type, row));
    for (const thing of things) this.model.things.set(thing.uid, thing);
    return things;
  }

  /** Adds the resource of the uid, of any type. */
  addUid(uid: string): void {
    for (const type of TYPES) this.add(type, `"uid" = ?`, uid);
  }

  /** Their bindings, and the roots with their owners. */
  addCallers(identities: readonly string[]): void {
    const these = JSON.stringify(identities);
    this.add('Identity', `"uid" IN (SELECT "value" FROM json_each(?))`, these);
    this.add('RoleBinding', `"identityUid" IN (SELECT "value" FROM json_each(?))`, these);
    for (const root of this.add('Group', `"parent" = ''`)) {
      this.add('RoleBinding', `"parent" = ? AND "roleUid" = ?`, root.uid, this.model.owner);
    }
  }

  /** Adds an identity with the bindings that a key of it would have. */
  addIdentity(uid: string): void {
    this.addUid(uid);
    this.add('RoleBinding', `"identityUid" = ?`, uid);
  }

  /** Things that prevent its deletion, or are deleted with it. */
  addDependents(uid: string): void {
    for (const type of TYPES) this.add(type, `"parent" = ? LIMIT ${A_FEW}`, uid);
    this.add('RoleBinding', `"identityUid" = ?`, uid);
    this.add('SavedView', `"owner" = ?`, uid);
    for (const [type, column] of [
      ['RoleBinding', 'roleUid'],
      ['GroupInvite', 'roleUid'],
      ['IdentityProvider', 'defaultRole'],
    ] as const) {
      this.add(type, `"${column}" = ? LIMIT ${A_FEW}`, uid);
    }
  }

  /** Kinds of which a group may have only one. */
  addRivals(group: string, { identityUid = '', roleUid = '' }: Partial<Thing>): void {
    this.add('AccountAssociation', `"parent" = ?`, group);
    this.add('RegistrySource', `"parent" = ?`, group);
    const binding = `"parent" = ? AND "identityUid" = ? AND "roleUid" = ?`;
    this.add('RoleBinding', binding, group, identityUid, roleUid);
  }

  /** The roles of all current bindings. */
  addRoles(): void {
    const roles = [...this.model.things.values()].flatMap(({ roleUid }) => roleUid ?? []);
    this.add('Role', `"uid" IN (SELECT "value" FROM json_each(?))`, JSON.stringify(roles));
  }
}

const typeOf = (collection: string) =>
  RESOURCE_TYPES.find((type) => entryOf(type).collection === collection) ?? '';

function thingOf(type: string, row: Row): Thing {
  const { uid, parent, capabilities, identityUid, roleUid, defaultRole, owner } = row;
  const role = roleUid ?? defaultRole ?? null;
  return {
    type,
    uid: String(uid),
    parent: String(parent ?? ''),
    ...(type === 'Role' && { capabilities: JSON.parse(String(capabilities)) as string[] }),
    ...(type === 'RoleBinding' && { identityUid: String(identityUid) }),
    ...(role !== null && { roleUid: String(role) }),
    ...(type === 'SavedView' && { owner: String(owner), shows: typeOf(String(row['collection'])) }),
  };
}
