/** What the audit log records: the operations on resources. */

export type Operation = 'create' | 'update' | 'delete' | 'import' | 'sync' | 'accept' | 'reset';

/** Each operation as the type of its record has it: `grove.iam.group.created.v1`. */
export const PAST: Readonly<Record<Operation, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  import: 'imported',
  sync: 'synced',
  accept: 'accepted',
  reset: 'reset',
};

/** True where a denied attempt names the group that would have held the result. */
export const isInto = (operation: string): boolean =>
  operation === 'create' || operation === 'import';
