/** The columns of related tables that a row is hydrated with. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';

/** Another table's columns, read with each row as an object of their own. */
export interface Join {
  as: string;
  table: ResourceType;
  /** The column here that holds the other's uid. */
  on: string;
  /** Those of the object besides the uid, which need not be read twice. */
  columns: readonly string[];
}

const described = ['name', 'description'] as const;
const role: Join = { as: 'role', table: 'Role', on: 'roleUid', columns: described };

const identity: Join = {
  as: 'identity',
  table: 'Identity',
  on: 'identityUid',
  columns: [...described, 'subject', 'issuer', 'email'],
};

const JOINS: Readonly<Partial<Record<TableName, readonly Join[]>>> = {
  RoleBinding: [identity, { as: 'group', table: 'Group', on: 'parent', columns: described }, role],
  GroupInvite: [role],
  IdentityKey: [identity],
};

export const joinsOf = (table: TableName): readonly Join[] => JOINS[table] ?? [];
