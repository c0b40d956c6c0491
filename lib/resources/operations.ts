/** The operations on resources that the audit log records. Of `get` and `list`, only denied ones. */

/** Each operation as it appears in an event type: `grove.iam.group.created.v1`. */
export const PAST = {
  get: 'read',
  list: 'read',
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
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
  expire: 'expired',
  exchange: 'exchanged',
  export: 'exported',
  approve: 'approved',
  deny: 'denied',
  withdraw: 'withdrawn',
  review: 'reviewed',
} as const;

/** The operations that the audit log records. */
export type Operation = keyof typeof PAST;

/** True if the record of a denied attempt names a group instead of one resource in it. */
export const isInto = (operation: string): boolean =>
  ['create', 'import', 'list', 'export'].includes(operation);
