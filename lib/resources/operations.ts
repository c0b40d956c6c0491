/** Checks the address of a registry. Whether it may be http depends on the operator's settings. */

export type Operation = 'create' | 'update' | 'delete' | 'import' | 'sync' | 'accept' | 'reset';

/** The progress of a sync, or its result. */
export const PAST: Readonly<Record<Operation, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  import: 'imported',
  sync: 'synced',
  accept: 'accepted',
  reset: 'reset',
};

/** The running sync, as the column `run` stores it. */
export const isInto = (operation: string): boolean =>
  operation === 'create' || operation === 'import';
