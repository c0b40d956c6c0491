import { fchownSync, fstatSync } from 'node:fs';
import { OperatorError } from '#lib/operator-error.ts';

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Gives a new file to the owner of the one that it replaces: the server could not read it otherwise
 * after a command of another user.
 *
 * @param file its descriptor.
 * @param path of the file that it replaces, for messages.
 * @throws OperatorError if this user may not.
 */
export function keepOwner(file: number, { uid, gid }: Owner, path: string): void {
  // Its mode lets no group read it.
  if (fstatSync(file).uid === uid) return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    throw new OperatorError(
      `${path} belongs to user ${uid} and group ${gid}, who could not read a new one; run the command as that user`,
    );
  }
}
