/** Deletes repositories and advisories, which have no delete of their own, a part at a time. */
import { post } from '#lib/client/api.ts';
import { retrying } from '#lib/client/guided-delete/read.ts';

interface Part {
  deleted: number;
  left: string;
}

/**
 * Deletes those of a group and of everything below it.
 *
 * @param onPart called with how many went, and how many are left.
 * @param signal after an abort, no further part starts.
 */
export async function deleteContents(
  groupUid: string,
  onPart: (deleted: number, left: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let left = 1;
  while (left > 0 && !signal.aborted) {
    const part = await retrying(() =>
      post<Part>('/iam/v2beta1/groups:deleteContents', { groupUid }),
    );
    left = Number(part.left);
    onPart(part.deleted, left);
  }
}
