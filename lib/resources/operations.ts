/** The operations on resources that the audit log records. Of `get` and `list`, only denied ones. */

export type Operation =
  | 'get'
  | 'list'
  | 'create'
  | 'update'
  | 'delete'
  | 'import'
  | 'sync'
  | 'accept'
  | 'reset'
  | 'revoke'
  | 'block'
  | 'unblock'
  | 'use'
  | 'start'
  | 'end'
  | 'exchange'
  | 'export';

/** Each operation as it appears in an event type: `grove.iam.group.created.v1`. */
export const PAST: Readonly<Record<Operation, string>> = {
  get: 'read',
  list: 'read',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  import: 'imported',
  sync: 'synced',
  accept: 'accepted',
  reset: 'reset',
  revoke: 'revoked',
  block: 'blocked',
  unblock: 'unblocked',
  use: 'used',
  start: 'started',
  end: 'ended',
  exchange: 'exchanged',
  export: 'exported',
};

/** True if a denied attempt at this operation names the group that contains what it is about. */
export const isInto = (operation: string): boolean =>
  ['create', 'import', 'list', 'export'].includes(operation);
